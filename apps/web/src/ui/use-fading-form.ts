import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { fieldErrorClearMs } from '@wingmark/contract/limits'
import { useEffect } from 'react'

type Values = Record<string, string | string[]>
type Schema = Parameters<typeof schemaResolver>[0]

/** A form validated by a contract schema on submit; errors, even later ones, disappear after 1 s. */
export function useFadingForm<V extends Values>(initialValues: V, schema: Schema): UseFormReturnType<V> {
  const check = schemaResolver(schema, { sync: true })
  const form: UseFormReturnType<V> = useForm<V>({
    initialValues,
    clearInputErrorOnChange: false,
    validate: (values): FormErrors => check(values),
  })
  const { errors, clearErrors } = form
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const timer = setTimeout(clearErrors, fieldErrorClearMs)
    return () => clearTimeout(timer)
  }, [errors, clearErrors])
  return form
}
