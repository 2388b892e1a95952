import type { createRemoteJWKSet, JWTPayload } from 'jose'

/** A person's identity at Google. */
export type GoogleIdentity = { id: string; email: string; name: string | null }

/** Where tokens come from; only tests replace Google itself. */
export type GoogleIssuer = { keysUrl: string; names: readonly string[] }

export type Google = {
  clientId: string | null
  /**
   * Verifies a token's signature, issuer, audience, expiry and verified address; null if invalid. Throws if Google's
   * keys cannot be fetched.
   */
  identify(idToken: string): Promise<GoogleIdentity | null>
}

const googleItself: GoogleIssuer = {
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  names: ['https://accounts.google.com', 'accounts.google.com'],
}

const clockToleranceSeconds = 30
const fetchTimeoutMs = 5_000

export function createGoogle(clientId: string | null, issuer: GoogleIssuer = googleItself): Google {
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null
  return {
    clientId,
    async identify(idToken) {
      if (clientId === null) return null
      const jose = await import('jose')
      keys ??= jose.createRemoteJWKSet(new URL(issuer.keysUrl), { timeoutDuration: fetchTimeoutMs })
      try {
        const { payload } = await jose.jwtVerify(idToken, keys, {
          issuer: [...issuer.names],
          audience: clientId,
          algorithms: ['RS256'],
          requiredClaims: ['sub', 'exp', 'iat'],
          clockTolerance: clockToleranceSeconds,
        })
        return readIdentity(payload, clientId)
      } catch (error) {
        const isAboutToken = error instanceof jose.errors.JOSEError && !isAboutFetching(error)
        if (isAboutToken) return null
        throw error
      }
    },
  }
}

// A bare JOSEError means that the key set arrived damaged.
const isAboutFetching = (error: { code: string }) =>
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)

function readIdentity(payload: JWTPayload, clientId: string): GoogleIdentity | null {
  const { sub, aud, azp, email, email_verified: isVerified, name } = payload
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string') return null
  if (isVerified !== true && isVerified !== 'true') return null
  // A token for several audiences must have been requested by us.
  if (Array.isArray(aud) && aud.length > 1 && azp !== clientId) return null
  return { id: sub, email, name: typeof name === 'string' ? name : null }
}
