import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listTasks, updateTask } from '@wingmark/contract/tasks'
import { getProfile } from '@wingmark/contract/users'
import {
  listWorkspaceMembers,
  respondWorkspaceInvitation,
  sendWorkspaceInvitation,
} from '@wingmark/contract/workspace-people'
import type { Studio } from './publish.ts'
import { ines, jonas, type Person } from './studio.ts'

const colleagues = [
  { person: jonas, role: 'EDITOR' },
  { person: ines, role: 'COMMENTER' },
] as const

/** Where Wingmark keeps its mails as long as it sends none. */
const mailFolder = join(process.env.DATA_DIR?.trim() || 'data', 'mail')
const triesForMail = 60
const betweenTriesMs = 500

/** Colleagues in a workspace, with tasks of their own; where the mails are not on this machine they stay invited. */
export async function bringColleagues(studio: Studio, workspace: string): Promise<number> {
  const { call, owner, tokenOf } = studio
  const params = { id: workspace }
  const { members, invitations } = (await call(listWorkspaceMembers, { as: owner, params })).result
  let brought = 0
  for (const { person, role } of colleagues) {
    const email = person.email ?? ''
    const isThere = [...members, ...invitations].some((one) => one.email === email)
    if (isThere) continue
    await call(sendWorkspaceInvitation, { as: owner, params, body: { email, role } })
    const token = await findToken(email)
    if (token === null) continue
    const as = await tokenOf(person)
    await call(respondWorkspaceInvitation, { as, body: { token, response: 'ACCEPT' } })
    await giveTasks(studio, workspace, person, brought)
    brought += 1
  }
  return brought
}

async function giveTasks(
  { call, owner, tokenOf }: Studio,
  workspace: string,
  person: Person,
  place: number,
): Promise<void> {
  const { user } = (await call(getProfile, { as: await tokenOf(person) })).result
  const query = { parent: 'none', limit: '100' } as const
  const tasks = await call(listTasks, { as: owner, params: { id: workspace }, query })
  // Every third is this colleague's.
  for (const task of tasks.results.filter(({ number }) => number % 3 === place))
    await call(updateTask, { as: owner, params: { id: task._id }, body: { assignee: user._id } })
}

/** Of the invitation that was mailed to them; null where no mail is found. */
async function findToken(email: string): Promise<string | null> {
  for (let tries = 0; tries < triesForMail; tries += 1) {
    const names = await readdir(mailFolder).catch(() => null)
    if (names === null) return null
    for (const name of names.toSorted().toReversed()) {
      const mail = plain(await readFile(join(mailFolder, name), 'utf8').catch(() => ''))
      const token = mail.includes(`To: ${email}`) && /\/invite\/workspace\?token=([\w-]+)/.exec(mail)?.[1]
      if (token) return token
    }
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs))
  }
  return null
}

/** Out of quoted-printable. */
const plain = (mail: string) =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
