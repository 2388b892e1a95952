import { getAiStatus } from '@wingmark/contract/ai'
import { getOwnConnectionProfile } from '@wingmark/contract/connection-profiles'
import { listBlocked } from '@wingmark/contract/connections'
import { getOwnTestimonial } from '@wingmark/contract/testimonials'
import { getProfile, listSessions } from '@wingmark/contract/users'
import { answer } from './answers.ts'
import { heading, openScreen } from './open-screen.ts'
import { accountOf, idOf, ownProfile, wholePage } from './samples.ts'

const time = '2026-03-02T09:00:00.000Z'

export const sessionOf = (number: number, device: string, current = false) => ({
  _id: idOf(number),
  device: `Mozilla/5.0 (${device}) Chrome/140.0 Safari/537.36`,
  createdAt: time,
  expiresAt: time,
  current,
})

/** What the settings ask for. */
export function answerForSettings(changes: Parameters<typeof accountOf>[0] = {}): void {
  answer(getProfile, { result: accountOf(changes) })
  answer(getOwnConnectionProfile, { result: ownProfile })
  answer(listBlocked, wholePage([]))
  answer(getOwnTestimonial, { result: { testimonial: null, mayWrite: false } })
  answer(listSessions, { results: [sessionOf(50, 'X11; Linux x86_64', true)] })
  answer(getAiStatus, { result: { model: 'OFF', isOn: false, isTold: false } })
}

/** Opens Ada's settings; `changes` as for `accountOf`. */
export async function openSettings(changes: Parameters<typeof accountOf>[0] = {}, search = '') {
  answerForSettings(changes)
  const user = await openScreen(`/settings${search}`)
  await heading('Your Profile')
  return user
}
