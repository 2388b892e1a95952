import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { expect, inject } from 'vitest'
import { eventually } from '../apps/server/test/eventually.ts'

export type Studio = {
  token: string
  email: string
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ result: Json }>
}
export type Json = Record<string, string> & { share: Record<string, string>; files: string[] }

/** A user with an account, prepared by API calls, so that a journey starts at the interesting part. */
export async function newStudio(base = inject('wingmarkUrl')): Promise<Studio> {
  const email = `${crypto.randomUUID()}@example.com`
  const studio: Studio = {
    token: '',
    email,
    async call(method, path, body, headers = {}) {
      const isForm = body instanceof FormData
      const response = await fetch(base + path, {
        method,
        headers: {
          ...(studio.token ? { authorization: `Bearer ${studio.token}` } : {}),
          ...(isForm || !body ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as { result: Json }
    },
  }
  const person = { name: 'Olga Owner', email, password: 'correct horse battery' }
  studio.token = (await studio.call('POST', '/user/api/v1/register', person)).result.accessToken ?? ''
  return studio
}

/** Publishes files of this machine and waits until they are rendered. */
export async function publishFiles(studio: Studio, name: string, paths: readonly string[]) {
  const files: string[] = []
  for (const path of paths) {
    const form = new FormData()
    form.set('file', await openAsBlob(path), basename(path))
    files.push((await studio.call('POST', '/file/api/v1', form)).result._id ?? '')
  }
  const { result } = await studio.call('POST', '/review/api/v1', { name, files })
  const stateOf = async (id: string) => (await studio.call('GET', `/file/api/v1/${id}`)).result.state
  for (const id of files)
    await eventually(async () => expect(await stateOf(id)).not.toBe('PROCESSING'), 150_000)
  return { id: result._id ?? '', files, link: result.share.shareUrl ?? '' }
}
