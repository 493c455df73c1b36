// Keeps the page up to date. All HTML comes from the sandbox, which has escaped what requests brought.
const element = (id) => document.getElementById(id);
const log = element('log');

/** Rows up to this one were cleared. */
let cleared = 0;
let instance;

const numberOf = (row) => Number(row.id.slice('request-'.length));

function showRow(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const row = template.content.firstElementChild;
  if (numberOf(row) <= cleared) return;
  const former = element(row.id);
  // Nearly always the first place; but a page that was loaded with one provider's requests has gaps.
  if (!former) log.insertBefore(row, [...log.children].find((other) => numberOf(other) < numberOf(row)) ?? null);
  else if (former.innerHTML !== row.innerHTML) replaceRow(former, row);
}

function replaceRow(former, row) {
  const isFocused = former.contains(document.activeElement);
  row.firstElementChild.open = former.firstElementChild.open;
  former.replaceWith(row);
  if (isFocused) row.querySelector('summary').focus();
}

function showPart(id, html) {
  const part = element(id);
  if (!part || part.innerHTML === html) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
  part.innerHTML = html;
  if (focused) element(focused)?.focus();
}

/** Shows fragments; those of the first message of an instance are all that there are. */
function show({ instance: from, fragments }) {
  if (from && instance && from !== instance) location.reload();
  instance ??= from;
  if (from) for (const row of [...log.children]) if (!(row.id in fragments)) row.remove();
  for (const [id, html] of Object.entries(fragments)) {
    if (id.startsWith('request-')) showRow(html);
    else showPart(id, html);
  }
  while (log.children.length > Number(log.dataset.limit)) log.lastElementChild.remove();
}

// Browsers open six connections to a host, over all tabs: only pages that are seen take one.
let events;
function connect() {
  events?.close();
  events = undefined;
  if (document.hidden) return;
  events = new EventSource('/__sandbox/events');
  events.onopen = () => say('live', 'live');
  events.onerror = () => say('live', 'not connected');
  events.onmessage = ({ data }) => show(JSON.parse(data));
}
document.addEventListener('visibilitychange', connect);
addEventListener('pagehide', () => events?.close());
addEventListener('pageshow', ({ persisted }) => persisted && connect());
connect();

function say(id, text) {
  element(id).textContent = text;
  element(id).dataset.state = text;
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  try {
    const response = await fetch(submitter?.getAttribute('formaction') ?? form.action, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form, submitter)),
      headers: { accept: 'application/json' },
    });
    say('said', response.ok ? form.dataset.done : (await response.json()).error.message);
  } catch {
    say('said', 'The sandbox does not respond.');
  }
});

document.addEventListener('click', async ({ target }) => {
  const { copy } = target.dataset;
  if (copy) {
    const code = element(copy);
    getSelection().selectAllChildren(code);
    // Without a secure context there is no clipboard; the selection is there to be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(code.textContent).then(
      () => true,
      () => false,
    );
    say('said', isCopied ? 'Copied.' : 'Selected: copy it with Ctrl+C.');
  }
  if (target.id === 'clear') {
    cleared = Math.max(cleared, ...[...log.children].map(numberOf));
    log.replaceChildren();
  }
});

for (const link of document.querySelectorAll('[data-only]:is(a)'))
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.querySelector('a[aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    log.dataset.only = link.dataset.only;
    history.replaceState(null, '', link.href);
  });

for (const button of document.querySelectorAll('button[hidden]')) button.hidden = false;
