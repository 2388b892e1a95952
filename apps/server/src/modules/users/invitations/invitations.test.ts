import * as contract from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { linkIn, mailsFor, mailsInTheEnd } from '../../../../test/mail-box.ts'
import { newUser, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

test('check-email says whether the given address has an account', async () => {
  const { user } = await newUser(app)
  const known = await app.call(contract.checkEmail, { body: { email: ` ${user.email.toUpperCase()}` } })
  expect(known.body.result).toEqual({ email: user.email, exists: true })
  const unknown = await app.call(contract.checkEmail, { body: { email: 'nobody@example.test' } })
  expect(unknown.body.result).toEqual({ email: 'nobody@example.test', exists: false })
})

describe('an invitation to Wingmark', () => {
  const invite = async (body: { email: string; url?: string }, name = 'Ida Example') =>
    app.call(contract.inviteUser, { body }, await newUser(app, name))

  test('goes to the given address and leads to the given page', async () => {
    const url = `${app.deps.config.publicUrl}/invite?for=you`
    expect((await invite({ email: 'one@example.test', url })).status).toBe(200)
    const [mail] = await mailsFor(app, 'one@example.test')
    expect(mail?.subject).toBe('Ida Example invited you to Wingmark')
    expect(linkIn(mail as never, '/invite').startsWith(`${url}&token=`)).toBe(true)
    expect(mail?.html).toContain(`href="${url}&amp;token=`)
    await invite({ email: 'two@example.test', url: '/invite/somewhere' })
    const [second] = await mailsFor(app, 'two@example.test')
    const there = `${app.deps.config.publicUrl}/invite/somewhere?token=`
    expect(linkIn(second as never, '/invite').startsWith(there)).toBe(true)
  })

  test('shows its reader who sent it, as often as they look, but nobody with a forged token', async () => {
    const inviter = await newUser(app, 'Ida Example')
    const look = (token: string) => app.call(contract.getUserInvitation, { body: { token } })
    const send = async (email: string) => {
      await app.call(contract.inviteUser, { body: { email } }, inviter)
      const [mail] = await mailsFor(app, email)
      return new URL(linkIn(mail as never, '/invite')).searchParams.get('token') ?? ''
    }
    const token = await send('friend@example.test')
    const notified = { invitedBy: { name: 'Ida Example' }, email: 'friend@example.test', hasAccount: false }
    for (let n = 0; n < 2; n++) expect((await look(token)).body.result).toEqual(notified)
    const { user } = await newUser(app)
    expect((await look(await send(user.email))).body.result.hasAccount).toBe(true)

    const [userId, expires, , mac] = token.split('.')
    const other = Buffer.from('other@example.test').toString('base64url')
    const madeUp = ['', 'x', '...', token.slice(0, -1), `${userId}.${expires}.${other}.${mac}`]
    await app.call(contract.deleteAccount, { body: { password } }, inviter)
    for (const one of [...madeUp, token]) {
      const { status, body } = await look(one)
      expect([status, body.message]).toEqual([410, 'This invitation is no longer valid.'])
    }
  })

  test.each([
    'https://evil.example/invite',
    '//evil.example',
    'javascript:alert(1)',
    'http://localhost:3000@evil.example/',
    'http://user:pw@localhost:3000/',
    'http://[',
    '/',
    '/invited',
    '/reviews/somebody-elses?share=code',
    '/invite/../files/some-key',
    '/invite/%2e%2e/files/some-key',
  ])('leads nowhere else, such as %s', async (url) => {
    const { status, body } = await invite({ email: 'three@example.test', url })
    expect([status, body.errors]).toEqual([
      422,
      { url: 'This link doesn’t lead to an invitation to Wingmark.' },
    ])
    expect(await mailsInTheEnd(app, 'three@example.test')).toEqual([])
  })

  test('does not let a name write headers, markup or links', async () => {
    const name = 'Ida\r\nBcc: victim@example.test\r\n\r\n<img src=x onerror=alert(1)> http://evil.example'
    await invite({ email: 'four@example.test' }, name)
    const [mail] = await mailsFor(app, 'four@example.test')
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.to).toHaveLength(1)
    expect(mail?.headers.map((header) => header.key)).not.toContain('bcc')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img src=x')
    expect(mail?.text).not.toContain('http://evil')
    expect(mail?.html).not.toContain('http://evil')
  })

  test.each(['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', '"x" <a@b.test>', 'a@b.test\u0000'])(
    'refuses the address %j',
    async (email) => {
      expect((await invite({ email })).body.errors).toEqual({ email: 'Invalid email address' })
    },
  )

  test('cannot be sent to the same address over and over', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await invite({ email: 'bombed@example.test' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('needs a signed-in user', async () => {
    expect((await app.call(contract.inviteUser, { body: { email: 'x@example.test' } })).status).toBe(401)
  })
})
