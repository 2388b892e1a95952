import { configure, screen, waitFor, within } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { listConversations } from '@wingmark/contract/messages'
import { listNotifications } from '@wingmark/contract/notifications'
import { getProfile, getUsage } from '@wingmark/contract/users'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { App } from '#web/app/app'
import { router } from '#web/app/router'
import { queryClient } from '#web/lib/query-client'
import { endSession, startSession } from '#web/lib/session'
import { clearToasts } from '#web/lib/toast'
import { answer, fetchAnswer, forgetAnswers } from './answers.ts'
import { accountOf, usage, wholePage } from './samples.ts'

configure({
  asyncUtilTimeout: 30_000,
  // Its text says more than the whole document.
  getElementError: (message) => new Error(`${message}\nOn the screen: ${wordsOnScreen()}`),
  // Looking for hidden elements takes most of the time, and little is hidden without style sheets.
  defaultHidden: true,
})
function wordsOnScreen(): string {
  const parts = [...document.querySelectorAll('main, #overlays')].map(({ textContent }) => textContent)
  return parts.join(' ').slice(0, 3_000)
}

// As on a page over plain http: without locks, no stream is opened.
Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'locks')

Object.defineProperty(document, 'fonts', { value: new EventTarget() })
// Nothing is laid out here: without a place, menus would hide as if scrolled away.
vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 20, 100, 20))
for (const [name, size] of [
  ['clientWidth', window.innerWidth],
  ['clientHeight', window.innerHeight],
] as const)
  Object.defineProperty(document.documentElement, name, { value: size })

const leaves = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
let root: Root | null = null

type Who = 'ada' | 'visitor'

/** Opens the web app at a path; returns the hands of its user. */
export async function openScreen(path: string, who: Who = 'ada'): Promise<UserEvent> {
  if (who === 'ada') startSession({ accessToken: 'a-token', deviceToken: 'a-device' })
  await router.navigate(path)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  root.render(createElement(App))
  return userEvent.setup({ delay: null })
}

/** Where the app is. */
export const address = () => router.state.location.pathname + router.state.location.search

/** Other documents that the page was left for. */
export const leftFor = () => leaves.mock.calls.map(([url]) => url)

export const heading = (name: string | RegExp) => screen.findByRole('heading', { name })
export const button = (name: string | RegExp, inside: HTMLElement = document.body) =>
  within(inside).findByRole('button', { name })
export const field = (name: string | RegExp, inside: HTMLElement = document.body) =>
  within(inside).findByLabelText<HTMLInputElement>(name, { selector: 'input, textarea, select' })
export const text = (words: string | RegExp, inside: HTMLElement = document.body) =>
  within(inside).findByText(words)
export const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

/** What `act` makes appear; waited for from before, since errors of fields are gone after a second. */
export async function shownAfter(
  act: () => Promise<unknown>,
  words: string | RegExp,
  inside?: HTMLElement,
): Promise<HTMLElement> {
  const [shown] = await Promise.all([text(words, inside), act()])
  return shown
}

/** Resolves once it has left the page. */
export const gone = (element: HTMLElement) => waitFor(() => expect(element.isConnected).toBe(false))

/** Pastes into a field: typing letter by letter would take most of the time. */
export async function fill(user: UserEvent, into: HTMLElement, words: string): Promise<void> {
  await user.clear(into)
  await user.click(into)
  await user.paste(words)
}

/** What every signed-in screen asks for. */
function answerForShell(): void {
  answer(getProfile, { result: accountOf() })
  answer(getUsage, { result: usage })
  answer(listNotifications, { ...wholePage([]), unread: 0, planStarted: null, nextCursor: null })
  answer(listConversations, { results: [], nextCursor: null, total: 0, unread: { inbox: 0, requests: 0 } })
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchAnswer)
  answerForShell()
})

afterEach(() => {
  root?.unmount()
  clearToasts()
  endSession()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  leaves.mockClear()
  // As after the back-forward cache: the next test's page was not left.
  window.dispatchEvent(new Event('pageshow'))
  const problems = forgetAnswers()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
