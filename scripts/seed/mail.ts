import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where Wingmark keeps its mails as long as it sends none. */
const folder = join(process.env.DATA_DIR?.trim() || 'data', 'mail')
const triesMax = 60
const betweenTriesMs = 500

/** The token of the invitation to a workspace that was mailed to them; null where no mail is found. */
export async function findInvitation(email: string): Promise<string | null> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const names = await readdir(folder).catch(() => null)
    if (names === null) return null
    for (const name of names.toSorted().toReversed()) {
      const mail = plain(await readFile(join(folder, name), 'utf8').catch(() => ''))
      const token = mail.includes(`To: ${email}`) && /\/invite\/workspace\?token=([\w-]+)/.exec(mail)?.[1]
      if (token) return token
    }
    await sleep(betweenTriesMs)
  }
  return null
}

/** Out of quoted-printable. */
const plain = (mail: string) =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
