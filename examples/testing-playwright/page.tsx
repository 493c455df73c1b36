import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type PlaidLinkOnEvent, type PlaidLinkOnExit, type PlaidLinkOnSuccess, usePlaidLink } from 'react-plaid-link';

declare global {
  interface Window {
    /** Events for analytics. */
    dataLayer?: unknown[];
  }
}

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, body && { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

const query = new URLSearchParams(location.search);
// The institution sends the user back here, to the same link token.
const isBack = query.has('oauth_state_id');
// Update mode is for an Item that exists.
const item = query.get('item') ?? undefined;

function Connect() {
  const [token, setToken] = useState(isBack ? sessionStorage.getItem('link-token') : null);
  const [status, setStatus] = useState('No bank is connected.');

  async function begin(): Promise<void> {
    try {
      const { link_token } = await ask<{ link_token: string }>('/link/token', { item });
      sessionStorage.setItem('link-token', link_token);
      setToken(link_token);
    } catch (error) {
      setStatus((error as Error).message);
    }
  }

  const onSuccess: PlaidLinkOnSuccess = async (public_token, { institution, accounts }) => {
    window.dataLayer?.push(['onSuccess', institution, accounts]);
    setToken(null);
    try {
      if (item) await ask('/link/repaired', { item });
      const { item_id } = item ? { item_id: item } : await ask<{ item_id: string }>('/link/exchange', { public_token });
      const { transactions } = await ask<{ transactions: number }>(`/banks/${item_id}`);
      setStatus(`${institution?.name}: ${accounts.length} accounts, ${transactions} transactions`);
    } catch (error) {
      setStatus((error as Error).message);
    }
  };
  const onExit: PlaidLinkOnExit = (error, metadata) => {
    window.dataLayer?.push(['onExit', error, metadata]);
    setToken(null);
    setStatus(error ? `Nothing was connected: ${error.error_code}` : 'Nothing was connected.');
  };
  const onEvent: PlaidLinkOnEvent = (name, metadata) => window.dataLayer?.push([name, metadata]);

  return (
    <>
      <h1>Spending</h1>
      <button type="button" onClick={begin}>
        Connect a bank
      </button>
      <p role="status">{status}</p>
      {token && <Link token={token} onSuccess={onSuccess} onExit={onExit} onEvent={onEvent} />}
    </>
  );
}

interface LinkProps {
  readonly token: string;
  readonly onSuccess: PlaidLinkOnSuccess;
  readonly onExit: PlaidLinkOnExit;
  readonly onEvent: PlaidLinkOnEvent;
}

/** Opens Link as soon as it is ready. */
function Link(props: LinkProps) {
  const { open, ready } = usePlaidLink({ ...props, ...(isBack && { receivedRedirectUri: location.href }) });
  useEffect(() => {
    if (ready) open();
  }, [ready, open]);
  return null;
}

createRoot(document.getElementById('root') as HTMLElement).render(<Connect />);
