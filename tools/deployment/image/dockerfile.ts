/** An instruction of a Dockerfile. For example, `COPY --from=install /a /b` has the flag `from` and the text `/a /b`. */
export interface Instruction {
  name: string;
  flags: Record<string, string>;
  text: string;
}

export interface Stage {
  /** The image that the stage begins with, such as `debian:bookworm-slim`. */
  image: string;
  /** Name of the stage for `COPY --from`, or undefined if the stage has none. */
  name: string | undefined;
  instructions: Instruction[];
}

/** The settings with which a container of the image runs. */
export interface ImageSettings {
  environment: Record<string, string>;
  userId: number;
  groupId: number;
  folder: string;
  /** Folder for data that outlives the container. */
  volume: string;
  command: string[];
  healthCheck: string[];
}

/** Parses a Dockerfile without ARG, ONBUILD and heredocs. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of joinLines(text)) {
    const { name, flags, text } = parseInstruction(line);
    const current = stages.at(-1);
    if (name === 'FROM') {
      const [, image = '', stage] = /^(\S+)(?: AS (\S+))?$/i.exec(text) ?? [];
      stages.push({ image, name: stage, instructions: [] });
    } else if (current) current.instructions.push({ name, flags, text });
    else throw new Error(`${name} stands before FROM`);
  }
  return stages;
}

/** Returns the instructions, one line each, without comments. As in Docker, comment lines inside a continued instruction are omitted. */
function joinLines(text: string): string[] {
  const kept = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return kept.join('\n').replaceAll(/\\\n/g, '').split('\n');
}

function parseInstruction(line: string): Instruction {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  let text = rest;
  for (let found = /^--(\S+?)=(\S+)\s+/.exec(text); found; found = /^--(\S+?)=(\S+)\s+/.exec(text)) {
    const [all, flag = '', value = ''] = found;
    flags[flag] = value;
    text = text.slice(all.length);
  }
  return { name: name.toUpperCase(), flags, text: text.trim() };
}

/** Returns the settings with which a container of the stage runs. @throws if a setting is missing or an instruction is unknown */
export function settingsOf({ instructions }: Stage): ImageSettings {
  const settings: ImageSettings = {
    environment: {},
    userId: 0,
    groupId: 0,
    folder: '/',
    volume: '',
    command: [],
    healthCheck: [],
  };
  const list = (text: string) => JSON.parse(text) as string[]; // the exec form, a list of strings
  const readers: Record<string, (text: string) => void> = {
    ENV(text) {
      const [, name = '', value = ''] = /^(\w+)=(\S*)$/.exec(text) ?? [];
      settings.environment[name] = value;
    },
    USER(text) {
      [settings.userId = 0, settings.groupId = 0] = text.split(':').map(Number);
    },
    WORKDIR(text) {
      settings.folder = text;
    },
    VOLUME(text) {
      settings.volume = text;
    },
    ENTRYPOINT(text) {
      settings.command = [...list(text), ...settings.command];
    },
    CMD(text) {
      settings.command = [...settings.command, ...list(text)];
    },
    HEALTHCHECK(text) {
      settings.healthCheck = list(text.replace(/^CMD /, ''));
    },
  };
  for (const { name, text } of instructions) {
    const known = ['COPY', 'RUN', 'EXPOSE', 'STOPSIGNAL'].includes(name);
    if (!readers[name] && !known) throw new Error(`${name} is not understood`);
    readers[name]?.(text);
  }
  if (!(settings.userId > 0 && settings.groupId > 0 && settings.volume && settings.healthCheck.length > 0))
    throw new Error('the image needs a user other than root, a volume and a health check');
  return settings;
}
