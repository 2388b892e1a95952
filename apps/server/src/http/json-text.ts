/** The members of a success answer as JSON text that is already written: `"results":[…],"total":3`. */
export type JsonText = { readonly jsonText: string }

export function isJsonText(answer: object): answer is JsonText {
  return 'jsonText' in answer
}

/** The JSON of an object with one more member, whose value is JSON already. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)},"${name}":${value}}`
