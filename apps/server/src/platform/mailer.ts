import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Config } from '#server/platform/config'

export type Mail = {
  /** The same at each attempt: if both arrive because we were cut off, mailboxes keep one. */
  id?: string
  /** null: composed like any other and thrown away, so that timing does not reveal who has an account. */
  to: string | null
  subject: string
  text: string
  html: string
  /** Shown by `cid:<name>` in the HTML. */
  pictures?: readonly { name: string; bytes: Buffer }[]
  /** Ends mails of this kind with one click, as in RFC 8058. */
  unsubscribeUrl?: string
}

export type Mailer = {
  /** `refused`: the server will never accept mail for this address. Throws errors that may pass. */
  send(mail: Mail): Promise<'sent' | 'refused'>
}

type Deliver = (mail: Mail & { to: string }) => Promise<'sent' | 'refused'>

const pauseFactor = 6
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Uses `SMTP_URL`; without it each mail becomes an `.eml` file in `DATA_DIR/mail`. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const { smtpUrl, mailFrom } = config
  let composer: Promise<Transporter> | null = null
  let deliver: Promise<Deliver> | null = null

  const compose = async (mail: Mail & { to: string }): Promise<Buffer> => {
    composer ??= openComposer()
    const { message } = (await (await composer).sendMail(contentOf(mail, mailFrom))) as { message?: unknown }
    if (!Buffer.isBuffer(message)) throw new Error('a mail was composed into something that is no mail')
    return message
  }
  const openDelivery = (): Promise<Deliver> =>
    smtpUrl === null ? toFolder(join(config.dataDir, 'mail'), compose) : toServer(smtpUrl, mailFrom)

  return {
    async send(mail) {
      const { to } = mail
      if (to === null) {
        await compose({ ...mail, to: 'nobody@invalid' })
        return 'refused'
      }
      deliver ??= openDelivery()
      return (await deliver)({ ...mail, to })
    },
  }
}

// Loaded for the first mail: neither the start nor an idle server pays for it.
const load = async () => (await import('nodemailer')).createTransport

async function openComposer(): Promise<Transporter> {
  const createTransport = await load()
  return createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
}

async function toServer(url: string, from: string): Promise<Deliver> {
  const createTransport = await load()
  const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
  let pauseUntil = 0
  return async (mail) => {
    const start = performance.now()
    if (start < pauseUntil) throw new Error('The mail server did not answer a moment ago.')
    try {
      await transport.sendMail(contentOf(mail, from))
      return 'sent'
    } catch (error) {
      if (isRefusedForGood(error)) return 'refused'
      // A server that hangs must not hold up all workers: mails pause for longer than it has cost.
      const now = performance.now()
      pauseUntil = Math.max(pauseUntil, now + (now - start) * pauseFactor)
      throw error
    }
  }
}

async function toFolder(
  folder: string,
  compose: (mail: Mail & { to: string }) => Promise<Buffer>,
): Promise<Deliver> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return async (mail) => {
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    const message = await compose(mail)
    await writeFile(join(folder, `.${name}`), message, { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, `${name}.eml`))
    return 'sent'
  }
}

function contentOf(mail: Mail & { to: string }, from: string): SendMailOptions {
  const unsubscribe: Record<string, string> = mail.unsubscribeUrl
    ? {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}
  return {
    from,
    ...(mail.id ? { messageId: `<${mail.id}@${domainOf(from)}>` } : {}),
    // As an object it is a single address, whatever it contains.
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/\p{Cc}+/gu, ' ').trim(),
    text: mail.text,
    html: mail.html,
    attachments: (mail.pictures ?? []).map(({ name, bytes }) => ({
      filename: `${name}.webp`,
      content: bytes,
      contentType: 'image/webp',
      contentDisposition: 'inline' as const,
      cid: name,
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribe },
  }
}

const domainOf = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'wingmark.invalid'

// Only errors about the recipient: a refused sender or sign-in is a setting that the operator will correct.
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isPermanent = 'permanent' in error && error.permanent === true
  return isPermanent && 'command' in error && error.command === 'RCPT TO'
}
