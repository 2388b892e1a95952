import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, upload } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('smoke', async () => {
  const user = await newUser(app)
  const answer = await upload(app, user)
  console.log(answer.status, JSON.stringify(answer.body, null, 1))
  await new Promise((r) => setTimeout(r, 1500))
  const r = await app.fetch(`/file/api/v1/${answer.body.result._id}`, { caller: user })
  const f = (await r.json()) as any
  console.log(f)
  for (const u of [f.result.thumbnailUrl, f.result.previewUrl, f.result.url]) {
    const x = await fetch(u.replace('http://localhost:3000', app.url))
    console.log(x.status, Object.fromEntries(x.headers), (await x.arrayBuffer()).byteLength)
  }
})
