import { z } from 'zod'
import type { SettledWork } from '#server/module-parts'
import { composeEmail, type EmailContent, quietName, shortName } from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

/** An email to one person: everything that they shared with the deleted account. */
export const WorkLeft = z.object({
  userId: z.uuid(),
  by: z.string(),
  works: z.array(
    z.object({
      kind: z.enum(['REVIEW', 'WORKSPACE']),
      id: z.uuid(),
      name: z.string(),
      /** Null if deleted. */
      to: z.object({ name: z.string(), isReader: z.boolean() }).nullable(),
    }),
  ),
})
type WorkLeft = z.infer<typeof WorkLeft>

/** One email for each other person. */
export function workLeftFacts(by: string, settled: readonly SettledWork[]): WorkLeft[] {
  const byPerson = new Map<string, WorkLeft['works']>()
  for (const { work, to } of settled) {
    for (const { _id: reader } of work.members) {
      const { kind, _id: id } = work.subject
      const owner = to && { name: to.name, isReader: to._id === reader }
      byPerson.set(reader, [...(byPerson.get(reader) ?? []), { kind, id, name: work.name, to: owner }])
    }
  }
  return [...byPerson].map(([userId, works]) => ({ userId, by, works }))
}

const worksMax = 30

const nounOf = { REVIEW: 'The review', WORKSPACE: 'The workspace' }
const pathOf = {
  REVIEW: (id: string) => `/reviews/${id}`,
  WORKSPACE: (id: string) => `/workspace/tasks?workspaceId=${id}`,
}

export function workLeftMail(to: string, { by, works }: WorkLeft, publicUrl: string): Mail {
  const parts = works.slice(0, worksMax).flatMap((work): EmailContent['parts'] => {
    const what = `${nounOf[work.kind]} “${quietName(work.name)}”`
    if (work.to === null) return [{ text: `${what} was deleted too, for everyone.` }]
    const owner = work.to.isReader ? 'you' : quietName(work.to.name)
    const url = publicUrl + pathOf[work.kind](work.id)
    return [
      { text: `${what} now belongs to ${owner}.` },
      { button: `Open “${shortName(work.name, 40)}”`, url },
    ]
  })
  const rest = works.length - worksMax
  if (rest > 0) parts.push({ text: `And ${rest} more: ${publicUrl}/notifications` })
  return {
    to,
    ...composeEmail({
      subject: `${shortName(by, 40)} deleted their Wingmark account`,
      title: `${quietName(by, 40)} deleted their account`,
      parts: [{ text: 'Here’s what happens to the work you shared:' }, ...parts],
      reasons: ['You’re receiving this email because you worked on this together.'],
    }),
  }
}
