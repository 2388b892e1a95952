import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { waitUntilIdle } from './people.ts'
import type { TestApp } from './start-test-app.ts'

export type ReceivedMail = Email & { raw: string }

async function parse(raw: Buffer): Promise<ReceivedMail> {
  return { ...(await PostalMime.parse(raw)), raw: raw.toString('utf8') }
}

/** Everyone who registers gets it. */
const isWelcome = ({ subject }: Email) =>
  subject?.endsWith(' confirms your email address for Wingmark') ?? false
const isFor = (mail: Email, address: string) =>
  !isWelcome(mail) && (mail.to?.some((to) => to.address === address) ?? false)

/** A mail is written whole and never changes, so each is read once. */
let readBefore = new Map<string, Promise<ReceivedMail>>()

async function readFolder(app: TestApp): Promise<ReceivedMail[]> {
  const folder = join(app.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const paths = names.map((name) => join(folder, name))
  readBefore = new Map(paths.map((path) => [path, readBefore.get(path) ?? readFile(path).then(parse)]))
  return Promise.all(readBefore.values())
}

/** Waits until there are `count` mails for the address, the `.eml` files of an app without SMTP_URL. */
export async function mailsFor(app: TestApp, address: string, count = 1): Promise<ReceivedMail[]> {
  return until(count, address, () => readFolder(app))
}

/** The code of the mail that registration sends. */
export async function confirmationFor(app: TestApp, address: string): Promise<string> {
  const isIt = (mail: Email) => isWelcome(mail) && mail.to?.some((to) => to.address === address)
  for (let tries = 0; tries < 4_000; tries++) {
    const found = (await readFolder(app)).findLast(isIt)
    if (found) return codeIn(found)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${address} was not asked to confirm it`)
}

/** All mails, once no job waits any more. */
export async function mailsInTheEnd(app: TestApp, address: string): Promise<ReceivedMail[]> {
  await waitUntilIdle(app)
  return (await readFolder(app)).filter((mail) => isFor(mail, address))
}

async function until(
  count: number,
  address: string,
  read: () => Promise<ReceivedMail[]>,
): Promise<ReceivedMail[]> {
  for (let tries = 0; tries < 4_000; tries++) {
    const found = (await read()).filter((mail) => isFor(mail, address))
    if (found.length >= count) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no ${count} mails for ${address} came`)
}

export const codeIn = (mail: ReceivedMail): string => /^ +(\d{6})$/m.exec(mail.text ?? '')?.[1] ?? ''

/** The first address in the text that contains `part`. */
export function linkIn(mail: ReceivedMail, part: string): string {
  const links = (mail.text ?? '').match(/https?:\/\/\S+/g) ?? []
  return links.find((link) => link.includes(part)) ?? ''
}

export type MailServer = {
  url: string
  mails: ReceivedMail[]
  mailsFor(address: string, count?: number): Promise<ReceivedMail[]>
  /** Stops listening, like a mail server that is down. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A real SMTP server on this machine. Addresses that begin with `refused` are rejected for good. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let server: SMTPServer | null = null
  let usedPort = port
  const start = async () => {
    const made = new SMTPServer({
      authOptional: true,
      logger: false,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (address, _session, done) => {
        if (!address.address.startsWith('refused')) return done()
        done(Object.assign(new Error('No such person here'), { responseCode: 550 }))
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const keep = async () => {
            mails.push(await parse(Buffer.concat(chunks)))
            done()
          }
          void keep()
        })
      },
    })
    await new Promise<void>((resolve) => made.listen(usedPort, '127.0.0.1', () => resolve()))
    const address = made.server.address()
    if (typeof address === 'object' && address) usedPort = address.port
    server = made
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${usedPort}`,
    mails,
    mailsFor: (address, count = 1) => until(count, address, async () => mails),
    start,
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
  }
}
