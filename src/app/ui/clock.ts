type Listener = () => void;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | undefined;
let current = Date.now();

function tick() {
  current = Date.now();
  for (const listener of listeners) listener();
}

function stop() {
  clearInterval(timer);
  timer = undefined;
}

function run() {
  stop();
  if (document.hidden) return;
  timer = setInterval(tick, 1000);
  tick();
}

/** Subscribes to the one clock of the app, which ticks each second while the page is visible. */
export function subscribeToClock(listener: Listener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', run);
    run();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', run);
    stop();
  };
}

/** Milliseconds since 1970, as of the last tick. */
export function clockNow(): number {
  // Without subscribers the clock stands still.
  if (listeners.size === 0) current = Date.now();
  return current;
}
