// The cases that a reviewer asks for, in the queue and as the next one.

export interface Choice {
  readonly client: string;
  readonly reason: string;
  readonly documentType: string;
  // As ISO 3166-1 alpha-2.
  readonly country: string;
  readonly claimed: '' | 'you' | 'nobody';
  // Those that are assigned to the reviewer, or wait for a supervisor.
  readonly lane: '' | 'ASSIGNED' | 'SUPERVISOR';
  // A part of the reference or of the session's id.
  readonly search: string;
  // The cases of the sandbox, which are never among those of persons.
  readonly sandbox: boolean;
}

export const everything: Choice = {
  client: '',
  reason: '',
  documentType: '',
  country: '',
  claimed: '',
  lane: '',
  search: '',
  sandbox: false,
};

const longest = 128;

function textOf(value: unknown): string {
  return typeof value === 'string' && value.length <= longest ? value : '';
}

// Returns the choice that a history entry has kept, so that it outlives a reload.
export function choiceOf(state: unknown): Choice {
  const { choice } = (state ?? {}) as { choice?: unknown };
  const { client, reason, documentType, country, claimed, lane, sandbox } = (choice ??
    {}) as Readonly<Record<string, unknown>>;
  return {
    client: textOf(client),
    reason: textOf(reason),
    documentType: textOf(documentType),
    country: textOf(country),
    claimed: claimed === 'you' || claimed === 'nobody' ? claimed : '',
    lane: lane === 'ASSIGNED' || lane === 'SUPERVISOR' ? lane : '',
    search: '',
    sandbox: sandbox === true,
  };
}

// Returns the part of a choice that the history may have. The browser writes its history down, and
// no session and no reference of a person belongs there.
export function keptOf({ search: _, ...kept }: Choice): Omit<Choice, 'search'> {
  return kept;
}

// Returns how many filters are set, the search beside them not counted.
export function filtersIn(choice: Choice): number {
  const { client, reason, documentType, country, claimed, lane, sandbox } = choice;
  const named = [client, reason, documentType, country, claimed, lane];
  const set = named.filter((value) => value !== '');
  return set.length + (sandbox ? 1 : 0);
}
