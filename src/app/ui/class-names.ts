type ClassName = string | false | undefined;

/** Joins the class names that apply. */
export function classNames(...names: ClassName[]): string {
  let all = '';
  for (const name of names) if (name) all += all === '' ? name : ` ${name}`;
  return all;
}
