import type { PdfObjects } from '#server/platform/media/read-pdf-objects'
import { type Dictionary, Name, Ref, type Value } from '#server/platform/media/read-pdf-value'

const MOST_DEEP = 20

/** Whether content with this `/OC` is visible on screen, as PDFium judges it for page content. */
export type IsSeen = (layer: Value | undefined) => boolean

export function layersOf(objects: PdfObjects): IsSeen {
  const { resolve, dictionary, list, catalog } = objects
  const usual = dictionary(dictionary(catalog?.get('OCProperties'))?.get('D'))
  const numbers = (key: string) =>
    new Set(list(usual?.get(key)).flatMap((one) => (one instanceof Ref ? [one.number] : [])))
  const [on, off] = [numbers('ON'), numbers('OFF')]
  const isBaseOff = nameOf(resolve(usual?.get('BaseState'))) === 'OFF'

  const isOn = (group: Value): boolean => {
    const own = dictionary(dictionary(dictionary(group)?.get('Usage'))?.get('View'))
    const said = nameOf(resolve(own?.get('ViewState')))
    if (said !== null) return said !== 'OFF'
    const number = group instanceof Ref ? group.number : -1
    if (off.has(number)) return false
    return on.has(number) || !isBaseOff
  }
  const judge = (term: Value, depth: number): boolean => {
    const value = resolve(term)
    if (!Array.isArray(value) || depth > MOST_DEEP) return isSeen(term)
    const [operator, ...terms] = value
    const name = nameOf(resolve(operator))
    if (name === 'Not') return !judge(terms[0] ?? null, depth + 1)
    if (name === 'Or') return terms.some((one) => judge(one, depth + 1))
    return terms.every((one) => judge(one, depth + 1))
  }
  const isMemberSeen = (member: Dictionary): boolean => {
    if (member.has('VE')) return judge(member.get('VE') ?? null, 0)
    const given = member.get('OCGs')
    const groups = Array.isArray(resolve(given)) ? list(given) : [given ?? null]
    const states = groups.filter((one) => dictionary(one) !== null).map(isOn)
    if (states.length === 0) return true
    const policy = nameOf(resolve(member.get('P')))
    if (policy === 'AllOn') return states.every(Boolean)
    if (policy === 'AnyOff') return states.some((state) => !state)
    if (policy === 'AllOff') return states.every((state) => !state)
    return states.some(Boolean)
  }
  function isSeen(layer: Value | undefined): boolean {
    const found = dictionary(layer)
    if (found === null) return true
    return nameOf(resolve(found.get('Type'))) === 'OCMD' ? isMemberSeen(found) : isOn(layer ?? null)
  }
  return isSeen
}

export const nameOf = (value: Value): string | null => (value instanceof Name ? value.text : null)
