import { describe, expect, it } from 'vitest'
import { type FileKind, kindOf, mimeTypeOf, whyRefused } from './rules.ts'

describe('mimeTypeOf', () => {
  it('[D-61] the signature of a file decides its type, whatever text it holds', () => {
    expect(mimeTypeOf('image/png', undefined)).toBe('image/png')
    expect(mimeTypeOf('image/png', '<html>')).toBe('image/png')
  })

  it('[D-61] XML counts as HTML: a browser would run what is in it', () => {
    expect(mimeTypeOf('application/xml', undefined)).toBe('text/html')
  })

  it('[D-61] without a signature, text is plain text', () => {
    expect(mimeTypeOf(undefined, 'Dear shop')).toBe('text/plain')
    expect(mimeTypeOf(undefined, 'I like <html> a lot')).toBe('text/plain')
    expect(mimeTypeOf(undefined, '')).toBe('text/plain')
  })

  it.for(['<!doctype html>', '<HTML>', '<svg onload=x>', '<script>', '<?xml version="1.0"?>', ' \n\t<html>'])(
    '[D-61] without a signature, text that begins like markup is HTML: %j',
    (text) => {
      expect(mimeTypeOf(undefined, text)).toBe('text/html')
    },
  )

  it('[D-61] looks only at the first thousand characters', () => {
    expect(mimeTypeOf(undefined, `${' '.repeat(995)}<html>`)).toBe('text/html')
    expect(mimeTypeOf(undefined, `${' '.repeat(996)}<html>`)).toBe('text/plain')
  })

  it('[D-61] bytes without a signature that are not text are unknown', () => {
    expect(mimeTypeOf(undefined, undefined)).toBeUndefined()
  })
})

describe('whyRefused', () => {
  it.for([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/x-msdownload',
    'application/x-elf',
    'application/x-mach-binary',
    'application/x-shockwave-flash',
    'application/java-archive',
    'application/vnd.android.package-archive',
    'application/x-ms-shortcut',
    'application/x-msi',
  ])('[D-61] refuses what a browser would run or an operating system start: %s', (mimeType) => {
    expect(whyRefused(1, mimeType)).toBe(`files of the type ${mimeType} are not accepted`)
  })

  it.for(['image/png', 'video/mp4', 'audio/ogg', 'application/pdf', 'application/zip', 'text/plain'])(
    '[D-61] accepts %s',
    (mimeType) => {
      expect(whyRefused(1, mimeType)).toBeUndefined()
    },
  )

  it('[D-61] rejects an empty file and one of an unknown type', () => {
    expect(whyRefused(0, 'image/png')).toBe('it is empty')
    expect(whyRefused(0, undefined)).toBe('it is empty')
    expect(whyRefused(1, undefined)).toBe('its type cannot be determined')
  })
})

describe('kindOf', () => {
  it.for<[string, FileKind]>([
    ['image/png', 'image'],
    ['video/mp4', 'video'],
    ['audio/ogg', 'audio'],
    ['application/pdf', 'file'],
    ['text/plain', 'file'],
    ['imagery/x', 'file'],
    ['', 'file'],
  ])('[D-61] a file of the type %s makes a message of the type %s', ([mimeType, kind]) => {
    expect(kindOf(mimeType)).toBe(kind)
  })
})
