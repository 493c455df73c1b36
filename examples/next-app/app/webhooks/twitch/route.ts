import { services } from '../../../services.ts';

export const POST = (request: Request) => services().receiveFromTwitch(request);
