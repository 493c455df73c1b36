import { services } from '../../../services.ts';

export const GET = (request: Request) => services().signIn(request);
export const POST = GET;
