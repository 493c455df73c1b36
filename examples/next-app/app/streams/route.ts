import type { NextRequest } from 'next/server';
import { responseTo } from '../../../web-app/respond.ts';
import { services } from '../../services.ts';

export async function GET({ nextUrl, signal }: NextRequest) {
  try {
    const cursor = nextUrl.searchParams.get('cursor') ?? undefined;
    return Response.json(await services().listStreams(cursor, signal));
  } catch (error) {
    return responseTo(error, signal) ?? Promise.reject(error);
  }
}
