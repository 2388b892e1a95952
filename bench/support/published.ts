import { setTimeout as sleep } from 'node:timers/promises'
import { type File, getFile, uploadFile } from '@wingmark/contract/files'
import { createReview } from '@wingmark/contract/reviews'
import { register } from '@wingmark/contract/users'
import { type Call, createCall } from '../../scripts/seed/call.ts'

const password = 'correct horse battery'

export type Owner = { call: Call; token: string }

export async function newOwner(origin: string): Promise<Owner> {
  const call = createCall(origin)
  const body = { name: 'Bench', email: 'bench@example.test', password, confirmPassword: password }
  const { result } = await call(register, { body })
  return { call, token: result.accessToken }
}

async function upload({ call, token }: Owner, bytes: Buffer, name: string): Promise<File> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return (await call(uploadFile, { as: token, form })).result
}

async function drawn({ call, token }: Owner, { _id, name }: File): Promise<File> {
  for (let tries = 0; tries < 600; tries++) {
    const { result } = await call(getFile, { as: token, params: { id: _id } })
    if (result.state === 'READY') return result
    if (result.state === 'FAILED') throw new Error(`${name}: ${result.error}`)
    await sleep(100)
  }
  throw new Error(`${name} was not drawn in time`)
}

export type PublishedReview = { id: string; share: string; files: File[] }

/** Uploads the pictures and publishes them; returns once all previews exist. */
export async function publishPictures(owner: Owner, pictures: readonly Buffer[]): Promise<PublishedReview> {
  const files: File[] = []
  for (const [n, bytes] of pictures.entries()) files.push(await upload(owner, bytes, `design-${n + 1}.jpg`))
  const { result } = await owner.call(createReview, {
    as: owner.token,
    body: { name: 'Spring campaign', files: files.map((file) => file._id) },
  })
  for (const file of files) await drawn(owner, file)
  return { id: result._id, share: result.share.shareCode ?? '', files }
}
