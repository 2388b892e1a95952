import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { GoogleIssuer } from '#server/platform/google'

export type TestIssuer = {
  issuer: GoogleIssuer
  clientId: string
  /** A signed token as Google makes it, with the given changes; undefined leaves a claim out. */
  token(
    claims: Record<string, unknown>,
    options?: { algorithm?: 'RS256' | 'RS384'; key?: 'other' },
  ): Promise<string>
  close(): Promise<void>
}

const clientId = 'wingmark-test.apps.example'
const name = 'https://accounts.google.test'

/** A local issuer with its own keys. */
export async function startGoogleIssuer(): Promise<TestIssuer> {
  const pair = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  const longer = await generateKeyPair('RS384')
  const keys = [
    { ...(await exportJWK(pair.publicKey)), kid: 'key-1', use: 'sig', alg: 'RS256' },
    { ...(await exportJWK(longer.publicKey)), kid: 'key-2', use: 'sig', alg: 'RS384' },
  ]
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    clientId,
    issuer: { keysUrl: `http://127.0.0.1:${port}/certs`, names: [name] },
    async token(claims, options = {}) {
      const now = Math.floor(Date.now() / 1000)
      const payload: JWTPayload = {
        iss: name,
        aud: clientId,
        azp: clientId,
        iat: now,
        exp: now + 3600,
        email_verified: true,
        name: 'Gale Example',
        ...claims,
      }
      const isLonger = options.algorithm === 'RS384'
      const privateKey = options.key === 'other' ? other.privateKey : pair.privateKey
      return new SignJWT(JSON.parse(JSON.stringify(payload)))
        .setProtectedHeader({
          alg: isLonger ? 'RS384' : 'RS256',
          kid: isLonger ? 'key-2' : 'key-1',
          typ: 'JWT',
        })
        .sign(isLonger ? longer.privateKey : privateKey)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
