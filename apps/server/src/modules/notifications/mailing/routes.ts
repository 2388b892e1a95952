import type { Mounting } from '#server/http/mount'
import { mountUnsubscribePage } from '#server/http/unsubscribe-page'
import { readUnsubscribeToken, unsubscribe } from '#server/modules/notifications/mailing/service'

export const mountUnsubscribing = ({ app, deps }: Mounting): Promise<void> =>
  mountUnsubscribePage(app, {
    path: '/user/api/v1/unsubscribe/:token',
    check: (token) => readUnsubscribeToken(deps, token),
    stop: (token) => unsubscribe(deps, token),
    asked: {
      title: 'No more mails about comments and messages?',
      texts: [
        'You will still be told by mail when somebody mentions you, and about the safety of your account.',
      ],
      button: 'Stop these mails',
    },
    stopped: {
      title: 'You get no more mails about comments and messages',
      texts: ['If you change your mind, your settings have them again.'],
      link: { text: 'Go to your settings', url: `${deps.config.publicUrl}/settings` },
    },
    result: { notify: 'OFF' },
  })
