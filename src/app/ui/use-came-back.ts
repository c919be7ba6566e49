import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/**
 * Whether the page was come to by Back, Forward or a reload, which lead to the place it was left at: that
 * is found only where all stands and is as tall as it is. Every other way begins at the top.
 */
export function useCameBack(): boolean {
  const type = useNavigationType();
  const [cameBack] = useState(type === NavigationType.Pop);
  return cameBack;
}
