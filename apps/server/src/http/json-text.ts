/** Members of a success answer that are JSON text already: `"results":[…],"total":3`. */
export type JsonText = { readonly jsonText: string }

export function isJsonText(answer: object): answer is JsonText {
  return 'jsonText' in answer
}

/** The JSON of an object with one more member, whose value is JSON already. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)},"${name}":${value}}`
