import type { Mounting } from '#server/http/mount'
import { mountUnsubscribePage } from '#server/http/unsubscribe-page'
import { refusalPath, refuseLetters, requireRefusal } from '#server/modules/deliveries/letters/service'

/** For people who were sent something, most of whom have no account. */
export const mountRefusing = ({ app, deps }: Mounting): Promise<void> =>
  mountUnsubscribePage(app, {
    path: `${refusalPath}/:token`,
    check: (token) => requireRefusal(deps, token),
    stop: (token) => refuseLetters(deps, token),
    asked: () => ({
      title: 'No more mails about files that people send you?',
      texts: [
        'Nobody can have Wingmark write to this address about files then. Links that you have stay good.',
      ],
      button: 'Stop these mails',
    }),
    stopped: () => ({
      title: 'You get no more mails about files that people send you',
      texts: ['Whoever wants to send you something can still give you its link.'],
    }),
    result: { stopped: true },
  })
