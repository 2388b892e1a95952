import type { Mounting } from '#server/http/mount'
import { mountUnsubscribePage } from '#server/http/unsubscribe-page'
import { refusalPath, refuseEmails, requireRefusal } from '#server/modules/deliveries/emails/service'

/** For recipients, most of whom have no account. */
export const mountRefusing = ({ app, deps }: Mounting): Promise<void> =>
  mountUnsubscribePage(app, {
    path: `${refusalPath}/:token`,
    check: (token) => requireRefusal(deps, token),
    stop: (token) => refuseEmails(deps, token),
    asked: () => ({
      title: 'Stop emails about files people send you?',
      texts: ['Wingmark will no longer email this address about files. Links you already have keep working.'],
      button: 'Stop these emails',
    }),
    stopped: () => ({
      title: 'You won’t get any more emails about files people send you',
      texts: ['Anyone can still send you a link directly.'],
    }),
    result: { stopped: true },
  })
