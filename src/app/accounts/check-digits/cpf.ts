import { cnpj, cpf } from 'cpf-cnpj-validator';
import { type Slip, slipOf } from './slip.ts';

const lengthOfCpf = 11;
const lengthOfCnpj = 14;

/** Checks a CPF, or the CNPJ of a company, which has more characters and since 2026 letters. */
export function checkCpf(text: string): Slip | null {
  const isCompany = text.length > lengthOfCpf;
  const expected = isCompany ? lengthOfCnpj : lengthOfCpf;
  const isRight = (other: string) => (isCompany ? cnpj : cpf).isValid(other, true);
  if (isRight(text)) return null;
  if (text.length !== expected) return { kind: 'length', expected, given: text.length };
  const likely = slipOf(text, isRight);
  const shape = isCompany ? /^[\dA-Z]{12}\d\d$/ : /^\d+$/;
  return shape.test(text) || likely.kind === 'lookalike' ? likely : { kind: 'shape' };
}
