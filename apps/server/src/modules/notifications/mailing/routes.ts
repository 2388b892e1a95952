import type { MailArea } from '@wingmark/contract/mails'
import type { Deps } from '#server/deps'
import type { Mounting } from '#server/http/mount'
import { mountUnsubscribePage } from '#server/http/unsubscribe-page'
import { readUnsubscribeToken, unsubscribe } from '#server/modules/notifications/mailing/service'

const words: Record<MailArea, string> = {
  COMMENTS: 'comments',
  PEOPLE: 'messages',
  TRANSFERS: 'what you sent',
  WORKSPACES: 'tasks',
  PLANS: 'your plan',
}

const together = new Intl.ListFormat('en', { type: 'conjunction' })
const aboutWhat = (deps: Deps, token: string) =>
  together.format(readUnsubscribeToken(deps, token).areas.map((area) => words[area]))

export const mountUnsubscribing = ({ app, deps }: Mounting): Promise<void> =>
  mountUnsubscribePage(app, {
    path: '/user/api/v1/unsubscribe/:token',
    check: (token) => readUnsubscribeToken(deps, token),
    stop: (token) => unsubscribe(deps, token),
    asked: (token) => ({
      title: `Stop emails about ${aboutWhat(deps, token)}?`,
      texts: ['You’ll still get emails when someone mentions you, and about the security of your account.'],
      button: 'Stop these emails',
    }),
    stopped: (token) => ({
      title: `You won’t get any more emails about ${aboutWhat(deps, token)}`,
      texts: ['You can turn them back on in your settings.'],
      link: { text: 'Go to your settings', url: `${deps.config.publicUrl}/settings` },
    }),
    result: { stopped: true },
  })
