import { z } from 'zod'
import { isBlank } from './is-blank.ts'
import { skillMax, skillMin, skillsMax } from './limits.ts'
import { toPlainCharacters } from './search-words.ts'
import { nameLine } from './text.ts'

/** Spellings of a skill are equal if only case, accents, width and spacing differ. */
export function skillKey(skill: string): string {
  return foldText(skill).replace(/\s+/gu, '')
}

/** Lower case, without accents, in the plain form of each letter. */
export function foldText(text: string): string {
  const bare = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return toPlainCharacters(bare.toLowerCase())
}

const clean = (skill: string) => nameLine(skill).replace(/\s+/g, ' ')

export const skillLength = `A skill must have ${skillMin} to ${skillMax} characters.`
const required = 'Skills is required'
const tooMany = `At most ${skillsMax} skills.`

const isSkill = (skill: string) => {
  const { length } = [...skill]
  return !isBlank(skill) && length >= skillMin && length <= skillMax
}

/** Without duplicates; the first spelling stays. */
export function distinctSkills(skills: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const skill of skills.map(clean)) if (!byKey.has(skillKey(skill))) byKey.set(skillKey(skill), skill)
  return [...byKey.values()]
}

// Every error is about the whole list: a form shows it in one place.
export const Skills = z
  .unknown()
  .refine((value) => Array.isArray(value) && value.length > 0, { error: required, abort: true })
  .refine((value) => (value as unknown[]).length <= skillsMax * 2, { error: tooMany, abort: true })
  .refine((value) => (value as unknown[]).every((one) => typeof one === 'string' && one.length <= 400), {
    error: skillLength,
    abort: true,
  })
  .transform((value) => distinctSkills(value as string[]))
  .refine((skills) => skills.every(isSkill), { error: skillLength })
  .refine((skills) => skills.length <= skillsMax, { error: tooMany })
