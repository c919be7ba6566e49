import type { NamedKey, Point } from './driver.ts';

// The input of WebDriver, the same in its classic protocol and in BiDi: https://www.w3.org/TR/webdriver2/#actions

const codes: Record<NamedKey, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  PageDown: '\uE00F',
};

/** Driver's input, by a function that performs WebDriver's actions. */
export function inputBy(perform: (actions: readonly object[]) => Promise<unknown>) {
  const keys = async (values: readonly string[]) => {
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await perform([{ type: 'key', id: 'keyboard', actions }]);
  };
  return {
    press: (key: NamedKey) => keys([codes[key]]),
    type: (text: string) => keys([...text]),
    async click({ x, y }: Point) {
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await perform([{ type: 'pointer', id: 'mouse', actions }]);
    },
    async wheel({ x, y }: Point, by: number) {
      const actions = [{ type: 'scroll', x, y, deltaX: 0, deltaY: by }];
      await perform([{ type: 'wheel', id: 'wheel', actions }]);
    },
  };
}
