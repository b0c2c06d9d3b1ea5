// A developer's page: each building block once, to look at in both modes and at every width.
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink, ButtonRow, IconButton } from '../../../components/actions/button.tsx';
import { MenuButton } from '../../../components/actions/menu.tsx';
import { PrintButton } from '../../../components/actions/print-button.tsx';
import { CopyButton, ShareButton } from '../../../components/actions/share-buttons.tsx';
import { NextStep, StageTrack, Timeline } from '../../../components/content/application-parts.tsx';
import {
  Chip,
  ChipRow,
  Count,
  FilterChip,
  SilenceWarning,
  StatusBadge,
  Tag,
} from '../../../components/content/badge.tsx';
import { Arch, CategoryGrid } from '../../../components/content/category-tile.tsx';
import { KeyNumbers, TableAlternative, ToDoList } from '../../../components/content/dashboard-parts.tsx';
import { PersonLine } from '../../../components/content/person.tsx';
import { CheckList, PracticalList } from '../../../components/content/practical-list.tsx';
import { VacancyCard, VacancyGrid, VacancyList } from '../../../components/content/vacancy-card.tsx';
import { MessageThread } from '../../../components/conversations/message-thread.tsx';
import { ConfirmDialog, Dialog, Sheet } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadingBar, RowSkeletons, VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { ToastView } from '../../../components/feedback/toast.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle, SectionHead } from '../../../components/layout/page-title.tsx';
import { Stepper, UnsavedBar } from '../../../components/layout/stepper.tsx';
import { MapCard } from '../../../components/map/map-card.tsx';
import { HeroPeople, LogoMark } from '../../../components/media/drawing.tsx';
import { ICON_NAMES, Icon } from '../../../components/media/icon.tsx';
import {
  ActiveFilters,
  FilterGroup,
  FilterOption,
  FilterPanel,
  FilterRange,
} from '../../../components/table/filter-panel.tsx';
import {
  PhoneBar,
  ResultsBar,
  SaveSearch,
  SortSelect,
  ViewSwitch,
} from '../../../components/table/results-bar.tsx';
import { GalleryForm } from './gallery-form.tsx';
import {
  EVENTS,
  FACTS,
  MESSAGES,
  NUMBERS,
  STAGES,
  STEPS,
  TILES,
  TOASTS,
  TODOS,
  VACANCIES,
  WORDS,
} from './gallery-samples.ts';
import { GalleryFormStates, GalleryProblems } from './gallery-states.tsx';
import { GalleryTable } from './gallery-table.tsx';

const ignore = () => undefined;

export default function GalleryPage() {
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: WORDS.home, href: '/' },
          { label: WORDS.tests, href: '/test' },
          { label: WORDS.title },
        ]}
      />
      <PageTitle title={WORDS.title} description={WORDS.description} actions={<LogoMark />} />
      <Part title={WORDS.buttons}>
        <ButtonsPart />
      </Part>
      <Part title={WORDS.signs}>
        <SignsPart />
      </Part>
      <Part title={WORDS.messages}>
        <Notice>{WORDS.notice}</Notice>
        <Notice tone="success">{WORDS.notice}</Notice>
        <Notice tone="warning">{WORDS.notice}</Notice>
        <Notice tone="danger">{WORDS.noticeDanger}</Notice>
        {TOASTS.map((toast) => (
          <ToastView key={toast.id} toast={toast} onPause={ignore} onResume={ignore} onClose={ignore} />
        ))}
        <EmptyState title={WORDS.empty} actions={<Button>{WORDS.widen}</Button>}>
          {WORDS.emptyText}
        </EmptyState>
      </Part>
      <Part title={WORDS.cards}>
        <CategoryGrid tiles={TILES} />
        <VacancyGrid>
          {VACANCIES.map((vacancy) => (
            <SavingCard key={vacancy.href} {...vacancy} />
          ))}
        </VacancyGrid>
      </Part>
      <Part title={WORDS.search}>
        <SearchPart />
      </Part>
      <Part title={WORDS.practical}>
        <Card title={WORDS.practical}>
          <PracticalList facts={FACTS} />
        </Card>
        <CheckList lines={[WORDS.emptyText, WORDS.notice]} />
        <PersonLine name={WORDS.person} role={WORDS.role} />
        <MapCard
          label={WORDS.mapLabel}
          caption={WORDS.address}
          places={[{ id: '1', label: WORDS.address, latitude: 51.81, longitude: 5.25 }]}
          destination={{ latitude: 51.81, longitude: 5.25 }}
        />
      </Part>
      <Part title={WORDS.layers}>
        <LayersPart />
      </Part>
      <Part title={WORDS.table}>
        <GalleryTable />
      </Part>
      <Part title={WORDS.application}>
        <StageTrack stages={STAGES} current="contact" />
        <NextStep
          title={WORDS.nextTitle}
          actions={
            <Button variant="primary" icon="calendar">
              {WORDS.propose}
            </Button>
          }
        >
          {WORDS.nextText}
        </NextStep>
        <Card title={WORDS.thread}>
          <MessageThread messages={MESSAGES} />
        </Card>
        <Card title={WORDS.history}>
          <Timeline events={EVENTS} />
        </Card>
      </Part>
      <Part title={WORDS.dashboard}>
        <Card title={WORDS.todo}>
          <ToDoList todos={TODOS} />
        </Card>
        <KeyNumbers numbers={NUMBERS} />
        <TableAlternative
          head={['Week', 'Dagen']}
          rows={[
            ['39', '4,8'],
            ['40', '4,5'],
          ]}
        />
      </Part>
      <Part title={WORDS.form}>
        <Stepper steps={STEPS} current="when" />
        <GalleryForm />
        <UnsavedBar>
          <Button variant="quiet">{WORDS.stop}</Button>
          <Button>{WORDS.saveDraft}</Button>
        </UnsavedBar>
      </Part>
      <Part title={WORDS.formStates}>
        <GalleryFormStates />
      </Part>
      <Part title={WORDS.problems}>
        <GalleryProblems />
      </Part>
      <Part title={WORDS.loading}>
        <LoadingBar visible progress={0.4} />
        <VacancySkeletons count={2} />
        <RowSkeletons count={2} />
        <HeroPeople />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section" aria-label={title}>
      <SectionHead title={title} more={{ href: '#content', label: WORDS.more }} />
      <div className="stack">{children}</div>
    </section>
  );
}

function ButtonsPart() {
  return (
    <>
      <ButtonRow>
        <Button variant="primary">{WORDS.primary}</Button>
        <Button icon="search">{WORDS.plain}</Button>
        <Button variant="accent">{WORDS.accent}</Button>
        <Button variant="quiet">{WORDS.quiet}</Button>
        <Button variant="danger" icon="trash">
          {WORDS.danger}
        </Button>
        <Button off>{WORDS.off}</Button>
        <Button variant="primary" busy>
          {WORDS.busy}
        </Button>
        <ButtonLink href="/vacancies" iconAfter="arrow">
          {WORDS.more}
        </ButtonLink>
        <IconButton icon="bell" label={WORDS.messages} count={4} />
        <MenuButton
          label={WORDS.menu}
          entries={[
            { label: WORDS.plain, icon: 'pen', href: '/' },
            { label: WORDS.danger, icon: 'trash', danger: true, apart: true },
          ]}
        />
      </ButtonRow>
      <Button variant="primary" large wide>
        {WORDS.large}
      </Button>
      <ButtonRow>
        <CopyButton text={WORDS.title} />
        <ShareButton title={WORDS.title} url="/" />
        <PrintButton />
      </ButtonRow>
    </>
  );
}

function SignsPart() {
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <ChipRow>
        <Chip href="?chip" count={4}>
          {WORDS.newTag}
        </Chip>
        <Chip pressed={isOn} onClick={() => setIsOn(!isOn)}>
          {WORDS.weekly}
        </Chip>
        <FilterChip onRemove={ignore}>{WORDS.withPeople}</FilterChip>
        <Tag warm>{WORDS.newTag}</Tag>
        <Tag>{WORDS.childrenTag}</Tag>
        <Count>{12}</Count>
      </ChipRow>
      <ChipRow>
        <StatusBadge tone="success">{WORDS.online}</StatusBadge>
        <StatusBadge tone="warning">{WORDS.adjust}</StatusBadge>
        <StatusBadge tone="danger">{WORDS.refused}</StatusBadge>
        <StatusBadge tone="info">{WORDS.concept}</StatusBadge>
        <StatusBadge tone="neutral" icon="people">
          {WORDS.full}
        </StatusBadge>
      </ChipRow>
      <ChipRow>
        <SilenceWarning days={8} />
        <SilenceWarning days={16} />
      </ChipRow>
      <ChipRow>
        <Arch icon="hand" />
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </ChipRow>
    </>
  );
}

function SavingCard(vacancy: (typeof VACANCIES)[number]) {
  const [saved, setSaved] = useState(false);
  return <VacancyCard {...vacancy} saved={saved} onToggleSaved={() => setSaved(!saved)} />;
}

function SearchPart() {
  const [isOpen, setIsOpen] = useState(false);
  const [radius, setRadius] = useState(5);
  const [isWeekly, setIsWeekly] = useState(true);
  return (
    <>
      <div className="search-layout">
        <FilterPanel
          title={WORDS.filters}
          open={isOpen}
          onClose={() => setIsOpen(false)}
          onClear={ignore}
          resultLabel={WORDS.show}
        >
          <FilterRange
            label={WORDS.near}
            value={radius}
            min={1}
            max={25}
            valueText={`Tot ${radius} km`}
            onChange={setRadius}
          />
          <FilterGroup title={WORDS.practical}>
            <FilterOption label={WORDS.weekly} count={38} checked={isWeekly} onChange={setIsWeekly} />
            <FilterOption label={WORDS.withPeople} count={27} checked={false} onChange={ignore} />
          </FilterGroup>
        </FilterPanel>
        <section>
          <ResultsBar title={WORDS.results}>
            <SortSelect
              value="near"
              options={[
                { value: 'near', label: WORDS.near },
                { value: 'new', label: WORDS.new },
              ]}
              onChange={ignore}
            />
            <ViewSwitch
              label={WORDS.view}
              fromTablet
              views={[
                { label: WORDS.list, href: '?view=list', icon: 'list', current: true },
                { label: WORDS.map, href: '?view=map', icon: 'map', current: false },
              ]}
            />
          </ResultsBar>
          <ActiveFilters
            filters={[{ key: 'weekly', label: WORDS.weekly }]}
            onRemove={ignore}
            onClear={ignore}
          />
          <VacancyList>
            {VACANCIES.slice(0, 2).map((vacancy) => (
              <SavingCard key={vacancy.href} {...vacancy} />
            ))}
          </VacancyList>
          <SaveSearch title={WORDS.saveTitle} description={WORDS.saveText}>
            <Button icon="bell">{WORDS.saveButton}</Button>
          </SaveSearch>
        </section>
      </div>
      <PhoneBar label={WORDS.filters}>
        <Button icon="filter" onClick={() => setIsOpen(true)}>
          {WORDS.filters}
          <Count>{3}</Count>
        </Button>
        <Button icon="map">{WORDS.map}</Button>
      </PhoneBar>
    </>
  );
}

function LayersPart() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <ButtonRow>
      <Button onClick={() => setOpen('dialog')}>{WORDS.openDialog}</Button>
      <Button onClick={() => setOpen('sheet')}>{WORDS.openSheet}</Button>
      <Button onClick={() => setOpen('confirm')}>{WORDS.openConfirm}</Button>
      <Dialog
        open={open === 'dialog'}
        title={WORDS.dialogTitle}
        description={WORDS.dialogText}
        onClose={close}
        footer={
          <Button variant="primary" large onClick={close}>
            {WORDS.large}
          </Button>
        }
      >
        <Notice>{WORDS.notice}</Notice>
      </Dialog>
      <Sheet open={open === 'sheet'} title={WORDS.filters} onClose={close}>
        <p>{WORDS.saveText}</p>
      </Sheet>
      <ConfirmDialog
        open={open === 'confirm'}
        title={WORDS.confirmTitle}
        confirmLabel={WORDS.confirm}
        onConfirm={close}
        onCancel={close}
      >
        <p>{WORDS.confirmText}</p>
      </ConfirmDialog>
    </ButtonRow>
  );
}
