import { z } from 'zod'

// Browsers and Node provide it, but neither's types are loaded here.
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } }

const addressMax = 254
const invalid = { error: 'Invalid email address' }

/** Mail servers know domains in ASCII only: münchen.de is xn--mnchen-3ya.de, whichever form was typed. */
function asciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain) || /[^a-z0-9.\-\P{ASCII}]/u.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

function asMailServersKnowIt(typed: string): string {
  const address = typed.trim().toLowerCase()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + asciiDomain(address.slice(at))
}

/** Follows the rule of `<input type="email">`; every address that someone enters is read by it. */
export const Email = z
  .string(invalid)
  .max(addressMax, invalid)
  .transform(asMailServersKnowIt)
  .pipe(z.email({ pattern: z.regexes.html5Email, ...invalid }).max(addressMax, invalid))

/** An address as it would be stored; anything else stays as it is and matches nobody. */
export const readAddress = (typed: string): string => Email.safeParse(typed).data ?? typed
