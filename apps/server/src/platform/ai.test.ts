import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createAi } from '#server/platform/ai'
import { AiError } from '#server/platform/ai-error'
import { eventually } from '../../test/eventually.ts'
import { type ModelServer, type Oddity, startModelServer } from '../../test/model-server.ts'

let model: ModelServer
beforeAll(async () => {
  model = await startModelServer()
})
afterAll(() => model.close())
beforeEach(() => {
  model.say('Überall größer, 更大, 👍 bitte.')
  model.requests.length = 0
})

const turns = [{ role: 'user' as const, content: 'Say it' }]
const schema = { name: 'any', schema: { type: 'object' } }
const never = new AbortController().signal

async function written(deadlineMs?: number, signal = never) {
  const ai = createAi(model.config, deadlineMs)
  let text = ''
  let isCut = false
  let fault = 'none'
  try {
    for await (const piece of ai.write(turns, signal)) {
      if ('text' in piece) text += piece.text
      else isCut = piece.isCut
    }
  } catch (error) {
    fault = error instanceof AiError ? error.fault : String(error)
  }
  return { text, isCut, fault }
}

test.each([{ ollama: false }, { ollama: true }, { pieces: 1 }])(
  'writes as the service does: %j',
  async (how) => {
    model.say('Überall größer, 更大, 👍 bitte.', how)
    expect(await written()).toEqual({ text: 'Überall größer, 更大, 👍 bitte.', isCut: false, fault: 'none' })
  },
)

const odd: [Oddity, string, string][] = [
  [{ kind: 'status', status: 401 }, 'KEY', 'rejected this server’s key'],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '120' } }, 'BUSY', 'is busy'],
  [{ kind: 'status', status: 500, headers: { 'retry-after-ms': '1' } }, 'FAULT', 'had an error'],
  [{ kind: 'status', status: 404 }, 'REFUSED', 'refused the request'],
  [
    { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/v1' } },
    'MOVED',
    'doesn’t follow',
  ],
  [{ kind: 'silent', from: 'start' }, 'SLOW', 'took too long'],
  [{ kind: 'silent', from: 'words' }, 'SLOW', 'took too long'],
]
test.each(odd)('says of %j that it is %s', async (oddity, fault, sentence) => {
  model.be(oddity)
  const isSilent = oddity.kind === 'silent'
  const deadlineMs = isSilent ? 300 : 30_000
  expect((await written(deadlineMs)).fault).toBe(fault)
  const asked = createAi(model.config, deadlineMs).ask(turns, schema, never)
  await expect(asked).rejects.toThrow(sentence)
})

test('returns what arrived before a connection broke, and says so', async () => {
  model.say('x'.repeat(200), { pieces: 20 })
  model.be({ kind: 'broken' })
  const { text, fault } = await written()
  expect([text.startsWith('x'.repeat(100)), ['BROKEN', 'AWAY'].includes(fault)]).toEqual([true, true])
})

test('ends an endless answer, and one that is too large', async () => {
  model.be({ kind: 'endless' })
  const { text, isCut } = await written()
  expect([text.length < 70_000, isCut]).toEqual([true, true])
  model.be({ kind: 'huge' })
  await expect(createAi(model.config).ask(turns, null, never)).rejects.toThrow('sent too much')
})

test('distinguishes a cut answer from a whole one', async () => {
  model.be({ kind: 'length' })
  expect((await written()).isCut).toBe(true)
  await expect(createAi(model.config).ask(turns, schema, never)).rejects.toThrow('too long')
})

test('asks with a schema, and without one', async () => {
  const ai = createAi(model.config)
  await ai.ask(turns, schema, never)
  await ai.ask(turns, null, never)
  expect(model.requests.map((asked) => asked.response_format?.type)).toEqual(['json_schema', undefined])
})

test('leaves out the service’s thoughts before its answer', async () => {
  model.be({ kind: 'thinks' })
  expect((await written()).text).toBe('Überall größer, 更大, 👍 bitte.')
  const asked = await createAi(model.config).ask(turns, schema, never)
  expect(asked).toBe('Überall größer, 更大, 👍 bitte.')
})

test('reports a broken connection, and a service that does not answer', async () => {
  const { baseUrl } = model.config
  const overTls = createAi({ ...model.config, baseUrl: baseUrl.replace('http:', 'https:') })
  await expect(overTls.ask(turns, null, never)).rejects.toMatchObject({ fault: 'TLS' })
  const nobody = createAi({ ...model.config, baseUrl: 'http://127.0.0.1:1/v1' })
  await expect(nobody.ask(turns, null, never)).rejects.toMatchObject({ fault: 'AWAY' })
})

test('ends the call when its signal aborts', async () => {
  const release = model.hold()
  const before = model.endedEarly()
  const stop = new AbortController()
  const writing = written(undefined, stop.signal)
  await eventually(async () => expect(model.requests).toHaveLength(1))
  stop.abort()
  expect((await writing).fault).toBe('STOPPED')
  await eventually(async () => expect(model.endedEarly()).toBe(before + 1))
  release()
})

test('checks at most once a minute whether it answers', async () => {
  const ai = createAi(model.config)
  const before = model.looks()
  const states = await Promise.all(Array.from({ length: 20 }, () => ai.state()))
  expect([new Set(states), model.looks() - before]).toEqual([new Set(['READY']), 1])
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now')
  try {
    clock.mockImplementation(() => now() + 58_000)
    expect([await ai.state(), model.looks() - before]).toEqual(['READY', 1])
    model.be({ kind: 'status', status: 500 })
    clock.mockImplementation(() => now() + 61_000)
    expect(await ai.state()).toBe('UNREACHABLE')
  } finally {
    clock.mockRestore()
  }
})

test('knows whether it answers, and where it is', async () => {
  const ai = createAi(model.config)
  expect([await ai.state(), ai.about]).toEqual([
    'READY',
    { name: 'test-model', host: '127.0.0.1', isLocal: true },
  ])
  const closed = createServer()
  const { promise, resolve } = Promise.withResolvers<number>()
  closed.listen(0, '127.0.0.1', () => {
    const address = closed.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    closed.close(() => resolve(port))
  })
  const nobody = { ...model.config, baseUrl: `http://127.0.0.1:${await promise}/v1` }
  expect(await createAi(nobody).state()).toBe('UNREACHABLE')
  const far = createAi({ ...nobody, baseUrl: 'https://ai.example.com/v1' })
  expect(far.about).toMatchObject({ host: 'ai.example.com', isLocal: false })
})
