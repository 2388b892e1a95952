import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { findReport } from '#server/modules/connections/reports/store'
import { type EmailWriter, queueEmail } from '#server/modules/mail/service'
import { composeEmail, type EmailContent, quietName, shortName } from '#server/platform/email-content'

const letter = 'connections:report'
const Facts = z.object({ report: z.string() })

/** Emails the operator, where an address is set. */
export async function notifyOperator({ config }: Deps, tx: Transaction, report: string): Promise<void> {
  if (config.operatorEmail !== null) await queueEmail(tx, { letter, facts: { report } })
}

const reasonWords = (reason: string) => reason.toLowerCase().replaceAll('_', ' ')

const writeReport: EmailWriter = async ({ db, config }, facts) => {
  const found = await findReport(db.orm, Facts.parse(facts).report)
  if (!found || config.operatorEmail === null) return null
  const { reason, note, name, username, message, by } = found
  const parts: EmailContent['parts'] = [
    { text: `${quietName(name)}, @${username}, was reported for ${reasonWords(reason)}.` },
  ]
  if (message) parts.push({ quote: message, by: quietName(name), about: 'wrote' })
  if (note) parts.push({ quote: note, by: by === null ? 'The reporter' : `@${by}`, about: 'added' })
  parts.push({
    text: `All reports: npm run people -- reports\nTo hide or suspend them: npm run people -- hide ${username}, or suspend ${username}`,
  })
  const title = `${shortName(name, 40)} was reported`
  const reasons = ['You’re receiving this email because OPERATOR_EMAIL is set to your address.']
  return { to: config.operatorEmail, ...composeEmail({ subject: title, title, parts, reasons }) }
}

export const reportEmails = { [letter]: writeReport }
