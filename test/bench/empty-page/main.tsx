import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Empty() {
  const [presses, setPresses] = useState(0);
  return (
    <main>
      <h1>An empty page</h1>
      <button type="button" onClick={() => setPresses(presses + 1)} data-presses={presses}>
        Press
      </button>
      <input aria-label="Text" />
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Empty />);
