import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readJsonFile } from './json-file.ts';
import { UsageError } from './usage-error.ts';

export interface SourceFile {
  name: string;
  content: unknown;
}

const isYaml = (path: string) => /\.ya?ml$/i.test(path);

/** Returns the file at a path or, if the path is a folder, all JSON and YAML files inside it, ordered by name. */
async function listFiles(path: string): Promise<string[]> {
  if (path === '-' || !(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => /\.(?:json|ya?ml)$/i.test(name))
    .toSorted()
    .map((name) => join(path, name));
}

async function readYamlFile(path: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml'); // loaded for YAML files only
  try {
    const content: unknown = parse(await readFile(path, 'utf8'));
    return content;
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError)
      throw new UsageError(`${path} is not valid YAML: ${error.message}`);
    throw error;
  }
}

/**
 * Reads JSON and YAML files. For a folder, reads all such files in it and its subfolders.
 * @throws UsageError if a file cannot be parsed
 */
export async function readSourceFiles(paths: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) {
    for (const file of await listFiles(path)) {
      const content = isYaml(file) ? await readYamlFile(file) : await readJsonFile(file);
      files.push({ name: basename(file), content });
    }
  }
  return files;
}
