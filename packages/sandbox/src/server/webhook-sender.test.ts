import { expect, test } from 'vitest';
import { isLoopback } from './webhook-sender.ts';

test.each([
  ['http://localhost:3000/x', true],
  ['http://127.8.9.1/', true],
  ['http://[::1]:80/', true],
  ['http://127.0.0.1.example.com/', false],
  ['http://localhost.example.com/', false],
  ['http://user@10.0.0.1/', false],
  ['http://2130706433/', true], // the URL parser turns it into 127.0.0.1
  ['ftp://localhost/', false],
])('%s is loopback: %s', (url, expected) => expect(isLoopback(url)).toBe(expected));
