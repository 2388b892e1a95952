import { z } from 'zod'

/** The query of an address that was given to a session, for what a browser asks for without a header. */
export const SignedAddress = z.object({ session: z.string(), exp: z.string(), sig: z.string().max(100) })
export type SignedAddress = z.infer<typeof SignedAddress>
