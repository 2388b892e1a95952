/** The members of a success answer as JSON text that is already written: `"results":[…],"total":3`. */
export type JsonText = { readonly jsonText: string }

export function isJsonText(answer: object): answer is JsonText {
  return 'jsonText' in answer
}
