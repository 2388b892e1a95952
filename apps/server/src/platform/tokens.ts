import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Share codes and file keys: 144 random bits, safe in a URL. */
export function randomKey(): string {
  return randomBytes(18).toString('base64url')
}

/** How a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b))
}

export type Signer = {
  /** 144-bit MAC over the parts, safe in a URL. */
  sign(parts: readonly (string | number)[]): string
  verify(parts: readonly (string | number)[], mac: string): boolean
}

export function createSigner(secret: Buffer): Signer {
  const sign: Signer['sign'] = (parts) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 18).toString('base64url')
  return { sign, verify: (parts, mac) => isSame(sign(parts), mac) }
}
