import { headers } from 'next/headers';
import { sessionOf } from '../../web-app/session.ts';
import { services } from '../services.ts';

const row = (text: string) => <li key={text}>{text}</li>;

export default async function Page() {
  const session = sessionOf((await headers()).get('cookie'));
  const sections = await services().openLibrary(session);
  return sections.map(({ name, title, items, action, label }) => (
    <form key={name} method="post" action={action}>
      <h2>{title}</h2>
      <ul aria-label={name}>{items.map(row)}</ul>
      <button type="submit">{label}</button>
    </form>
  ));
}
