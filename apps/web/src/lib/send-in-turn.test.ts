import { expect, test, vi } from 'vitest'

const page = new EventTarget()
vi.stubGlobal('window', page)
const { sendInTurn } = await import('./send-in-turn.ts')

const settled = () => new Promise((done) => setTimeout(done))

function start() {
  const sent: string[] = []
  const answers = new Map<string, () => void>()
  const send = (name: string, what: string) =>
    sendInTurn(what, () => {
      sent.push(name)
      return new Promise<string>((answer) => answers.set(name, () => answer(name)))
    })
  return { sent, answers, send }
}

test('a change waits for the previous one’s answer, even a refusal; other things do not wait', async () => {
  const { sent, answers, send } = start()
  const first = send('first', 'poster')
  const refused = sendInTurn('poster', () => Promise.reject(new Error('no')))
  void send('third', 'poster')
  void send('elsewhere', 'logo')
  await settled()
  expect(sent).toEqual(['first', 'elsewhere'])
  answers.get('first')?.()
  expect(await first).toBe('first')
  await expect(refused).rejects.toThrow('no')
  await settled()
  expect(sent).toEqual(['first', 'elsewhere', 'third'])
})

test('leaving the page sends waiting changes at once, in order, and later ones wait again', async () => {
  const { sent, answers, send } = start()
  for (const name of ['a', 'b', 'c']) void send(name, 'leaflet')
  await settled()
  expect(sent).toEqual(['a'])
  page.dispatchEvent(new Event('pagehide'))
  await settled()
  expect(sent).toEqual(['a', 'b', 'c'])
  // The browser restored the page.
  void send('d', 'leaflet')
  await settled()
  expect(sent).toHaveLength(3)
  for (const name of ['a', 'b', 'c']) answers.get(name)?.()
  await settled()
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
})
