import { byOffset, type Deprecation, type OffsetPaging, type SinglePage } from '@x/core';

/** Lists that the API gives whole. */
export const wholeList = (items: string): SinglePage => ({ kind: 'single', items });

/** Lists in pages, by the members of the answer that hold one each; `''` is the answer itself. */
export function pagesAt(...members: string[]): OffsetPaging {
  const each = (name: string) => members.map((member) => (member ? `${member}.${name}` : name));
  return {
    ...byOffset,
    param: 'offset',
    size: 'limit',
    items: each('items'),
    next: each('next'),
    total: each('total'),
  };
}

const closedSince =
  (since: string) =>
  (replacement?: string): Deprecation => ({
    since,
    openTo: 'extended-quota apps',
    ...(replacement && { replacement }),
  });

/** Closed on 2024-11-27 to apps in development mode and to new ones. */
export const closed2024 = closedSince('2024-11-27');

/** Closed in February 2026 to apps in development mode. */
export const closed2026 = closedSince('2026-02-11');

/** Where the reference documents an operation. */
export const docs = (operation: string) => `https://developer.spotify.com/documentation/web-api/reference/${operation}`;
