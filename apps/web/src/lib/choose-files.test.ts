import { largeFileBytes, maxFileBytes } from '@wingmark/contract/limits'
import { describe, expect, it } from 'vitest'
import { judgeSelection } from './choose-files.ts'
import { learnTypes } from './learn-types.ts'

const png = { name: 'home.png', type: 'image/png', size: 1_000 }
const text = { name: 'notes.txt', type: 'text/plain', size: 10 }
const huge = { name: 'film.pdf', type: 'application/pdf', size: maxFileBytes + 1 }
const large = { name: 'book.pdf', type: 'application/pdf', size: largeFileBytes + 1 }

describe('a selection of files', () => {
  it('is accepted when every file is', () => {
    expect(judgeSelection([png], 'REVIEW')).toEqual({ outcome: 'accepted', files: [png] })
  })

  it('is stopped by one invalid file, with a message for each', () => {
    expect(judgeSelection([png, text, huge], 'REVIEW')).toEqual({
      outcome: 'refused',
      messages: [
        'Only JPEG, JPG, PNG, GIF, WEBP, SVG and PDF files are allowed. Selected file: notes.txt',
        'File "film.pdf" is too large (500.00MB). Maximum allowed size is 500MB.',
      ],
      rest: [png],
    })
  })

  it('says so when no file is valid, but of a single file only why', () => {
    const choice = judgeSelection([text, huge], 'REVIEW')
    expect(choice.outcome === 'refused' && choice.messages.at(-1)).toBe(
      'No valid files selected. Please select images or PDF files only.',
    )
    expect(judgeSelection([text], 'REVIEW')).toMatchObject({
      messages: ['Only JPEG, JPG, PNG, GIF, WEBP, SVG and PDF files are allowed. Selected file: notes.txt'],
    })
    expect(judgeSelection([], 'REVIEW')).toEqual({
      outcome: 'refused',
      messages: ['No valid files selected. Please select images or PDF files only.'],
      rest: [],
    })
  })

  it('asks before uploading large files', () => {
    expect(judgeSelection([png, large], 'REVIEW')).toEqual({
      outcome: 'confirm',
      files: [png, large],
      warnings: ['Large file detected: "book.pdf" (100.00MB). This may take a while to upload.'],
    })
  })

  it('is judged like on the server: a picture may have another type’s extension or none, but not a foreign one', () => {
    const outcomeOf = (name: string, type: string) =>
      judgeSelection([{ name, type, size: 5 }], 'REVIEW').outcome
    for (const name of ['photo.png', 'photo.jfif', 'photo.jpe', 'photo', 'design.final'])
      expect(outcomeOf(name, 'image/jpeg')).toBe('accepted')
    for (const name of ['photo.exe', 'photo.heic', 'photo.mp4'])
      expect(outcomeOf(name, 'image/jpeg')).toBe('refused')
  })

  it('is read if neither name nor browser gives a type', async () => {
    const file = (name: string, start: string) =>
      new File([Uint8Array.from(start, (letter) => letter.charCodeAt(0))], name)
    const chosen = [
      file('photo', '\xff\xd8\xff\xe0'),
      file('design.final', '%PDF-1.7'),
      file('film', '\0\0\0\x18ftypisom'),
      file('picture', '\0\0\0\x18ftypheic'),
      file('notes', 'hello'),
    ]
    const types = (await learnTypes(chosen)).map(({ type }) => type)
    expect(types).toEqual(['image/jpeg', 'application/pdf', 'video/mp4', '', ''])
  })

  it('identifies a file by its extension if the browser gives no type', () => {
    expect(judgeSelection([{ name: 'LOGO.SVG', type: '', size: 5 }], 'REVIEW').outcome).toBe('accepted')
  })
})
