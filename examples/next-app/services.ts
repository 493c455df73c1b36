import { createServices, type Services } from '../web-app/services.ts';
import { readSettings } from '../web-app/settings.ts';

// Next loads this module once for pages and once for routes. State that both
// use, such as tokens in memory, has to be global.
const shared = globalThis as { services?: Services };

export function services(): Services {
  shared.services ??= createServices(readSettings(process.env));
  return shared.services;
}
