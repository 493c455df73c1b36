/** Style of all sandbox pages: the start page and the sign-in pages. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c1b22, #ebe9f2);
  --quiet: light-dark(#5e5c69, #a9a6b6);
  --paper: light-dark(#f6f5f9, #141318);
  --card: light-dark(#fff, #1d1c23);
  --line: light-dark(#dcdae3, #35333f);
  --accent: light-dark(#4c35b5, #b9a9ff);
  --good: light-dark(#18703a, #74d69a);
  --odd: light-dark(#8a5a00, #f0c060);
  --bad: light-dark(#b3261e, #ff9d94);
  --stream: light-dark(#6d28d9, #c4a7ff);
  --music: light-dark(#166534, #7ddba0);
  --bank: light-dark(#1d4ed8, #9bbcff);
  --food: light-dark(#9a3412, #ffb38a);
  --quotes: light-dark(#9d174d, #ff9fcb);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
}

* {
  box-sizing: border-box;
}

body {
  margin: 0 auto;
  max-width: var(--width, 84rem);
  padding: 0 1rem 2rem;
  background: var(--paper);
  color: var(--ink);
  font:
    0.9375rem / 1.45 system-ui,
    sans-serif;
  overflow-wrap: anywhere;
}

h1 {
  margin: 0;
  font-size: 1.25rem;
}

h2 {
  margin: 0 0 0.5rem;
  font-size: 1rem;
}

section {
  padding: 0.875rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--card);
}

button,
input,
select {
  min-height: 2rem;
  padding: 0.25rem 0.625rem;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
}

button {
  flex: none;
  cursor: pointer;
}

button:hover {
  border-color: var(--accent);
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

[role="alert"] {
  color: var(--bad);
  font-weight: 600;
}
`;
