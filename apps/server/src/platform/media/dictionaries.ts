import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '#server/platform/startup-error'

/** A pair of Hunspell files; `language` is `de` or `de-AT`. */
export type Dictionary = { language: string; aff: string; dic: string }

const pairName = /^([a-z]{2,3})(?:[-_]([A-Za-z]{2,8}))?\.aff$/

/** Throws a StartupError if there is none. */
export async function findDictionaries(folder: string): Promise<Dictionary[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const found = names.toSorted().flatMap((name): Dictionary[] => {
    const [, language, region] = pairName.exec(name) ?? []
    const dic = name.replace(/aff$/, 'dic')
    if (!language || !names.includes(dic)) return []
    return [
      {
        language: region ? `${language}-${region}` : language,
        aff: join(folder, name),
        dic: join(folder, dic),
      },
    ]
  })
  if (found.length > 0) return found
  throw new StartupError(
    `SPELL_DICTIONARIES must be a folder with pairs of files such as de.aff and de.dic. ${folder} has none.`,
  )
}
