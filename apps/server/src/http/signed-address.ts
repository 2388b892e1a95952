import { z } from 'zod'

/** The query of a session's signed address, for what a browser requests without headers. */
export const SignedAddress = z.object({ session: z.string(), exp: z.string(), sig: z.string().max(100) })
export type SignedAddress = z.infer<typeof SignedAddress>
