type Value = string | number | boolean | Date | null | readonly string[]

/** A prepared statement whose parameters have names: `{id}` instead of `$1`. */
export function namedQuery<P extends Record<string, Value>>(name: string, text: string) {
  const names: string[] = []
  const numbered = text.replace(/\{(\w+)\}/g, (_all, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter)
    return `$${names.indexOf(parameter) + 1}`
  })
  return (parameters: P) => ({ name, text: numbered, values: names.map((one) => parameters[one]) })
}
