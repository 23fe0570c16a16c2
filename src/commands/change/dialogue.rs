//! A person is asked where a choice is all that is missing.
//!
//! Nothing is open in the database meanwhile: each answer joins the command, and that is decided anew on the mesh as it
//! is then. Where it is no longer what the person was shown, they are told so and asked again. Whoever leaves has what
//! they would have had without being asked: the refusal.

use std::collections::BTreeSet;

use super::{Accepted, Command, Outcome, Refused};
use crate::{
    commands::context::{Context, Making, WAITING},
    model::Edit,
    outcome::{Exit, Failure},
    report::{
        change::{proposed, unasked},
        confirm::{ANSWERS, SILENCE, is_yes},
        refusal::{self, Question, Reply},
    },
    resolver::Choice,
    store::{Access, Session},
    terminal::Said,
};

/// Asks for what is missing, or says what stands against it.
pub(super) fn settle(command: &mut Command<'_>, mut refused: Refused, context: &mut Context) -> Result<Exit, Failure> {
    refused.work_out();
    let (answers, apart) = (Vec::new(), BTreeSet::new());
    let mut dialogue = Dialogue { command, refused, answers, apart, context };
    let mut now = dialogue.choosing();
    loop {
        let next = match now {
            Now::Over => None,
            Now::Choose(choices) => dialogue.choose(choices)?,
            Now::Confirm(accepted) => match dialogue.confirm(*accepted)? {
                Confirmed::Made(exit) => return Ok(exit),
                Confirmed::Not => None,
                Confirmed::Again(next) => Some(next),
            },
        };
        match next {
            Some(next) => now = next,
            None => return dialogue.refused.tell(dialogue.command.args, dialogue.context),
        }
    }
}

struct Dialogue<'a, 'c> {
    command: &'a mut Command<'c>,
    /// The command as it was typed, as it was refused last.
    refused: Refused,
    /// What was answered so far.
    answers: Vec<Edit>,
    /// The requirements about which each node is asked by itself.
    apart: BTreeSet<String>,
    context: &'a mut Context,
}

/// What is to be asked next.
enum Now {
    /// The first of these.
    Choose(Vec<Choice>),
    /// Whether this is to be made.
    Confirm(Box<Accepted>),
    /// Nothing: it stays refused.
    Over,
}

/// What came of asking whether a change is to be made.
enum Confirmed {
    Made(Exit),
    Not,
    Again(Now),
}

/// What a command comes to, with the choices that it leaves.
fn worked_out(mut outcome: Outcome) -> Outcome {
    if let Outcome::Refused(refused) = &mut outcome {
        refused.work_out();
    }
    outcome
}

impl Dialogue<'_, '_> {
    /// Asks about the first choice; `None` where the person leaves.
    fn choose(&mut self, choices: Vec<Choice>) -> Result<Option<Now>, Failure> {
        let Some(choice) = choices.first() else { return Ok(None) };
        self.context.terminal.measure();
        let question = self.question(choice);
        let above = format!("{}{}", question.text, question.prompt);
        let pick = match self.context.terminal.choose(above, question.choices(), |typed| question.reply(typed)) {
            Said::Interrupted => return Err(Failure::interrupted()),
            Said::Left | Said::This(Reply::None | Reply::WouldNotDo(_)) => return Ok(None),
            Said::This(Reply::Apart) => {
                self.apart.extend(choice.refusals.iter().map(|refusal| refusal.key().to_owned()));
                return Ok(Some(Now::Choose(self.set_apart(choices))));
            }
            Said::This(Reply::Pick(pick)) => pick,
        };
        let edits: Vec<Edit> =
            choice.picks.get(pick).into_iter().flat_map(|pick| &pick.edits).flatten().cloned().collect();
        if let Some(now) = self.moved_since(&question)? {
            return Ok(Some(now));
        }
        let answers = [self.answers.as_slice(), &edits].concat();
        match self.look(&answers)? {
            Some(Outcome::Refused(refused)) if refused.choices().is_empty() => {
                // The pick was tried; but what it would leave open has no answer of its own.
                let text = refusal::refused(&refused.asked, &refused.refusals, self.context.terminal.error_style());
                self.context.terminal.tell(&format!("\n{text}\nso that would not do\n"));
                Ok(Some(Now::Choose(choices)))
            }
            None => self.again().map(Some),
            Some(outcome) => {
                self.answers = answers;
                self.after(Some(outcome)).map(Some)
            }
        }
    }

    /// What is to be asked where the command, with the answers before, is not refused as the person was shown.
    fn moved_since(&mut self, question: &Question) -> Result<Option<Now>, Failure> {
        let answers = self.answers.clone();
        let outcome = self.look(&answers)?;
        if let Some(Outcome::Refused(refused)) = &outcome {
            let choices = self.set_apart(refused.choices().to_vec());
            if choices.first().is_some_and(|first| self.question(first) == *question) {
                return Ok(None);
            }
        }
        self.say_moved();
        self.after(outcome).map(Some)
    }

    /// Shows what would happen, asks, and makes it; unless the mesh has become another meanwhile.
    fn confirm(&mut self, accepted: Accepted) -> Result<Confirmed, Failure> {
        self.context.terminal.measure();
        let shown = self.proposal(&accepted);
        self.context.terminal.tell(&shown);
        if accepted.is_whole && !self.answers.is_empty() {
            let text = unasked(&accepted.asked, self.context.terminal.error_style());
            self.context.terminal.tell(&text);
        }
        match self.context.terminal.confirm("make this change?", ANSWERS, SILENCE, is_yes) {
            Said::Interrupted => return Err(Failure::interrupted()),
            Said::Left | Said::This(false) => return Ok(Confirmed::Not),
            Said::This(true) => {}
        }
        let mut connected = self.context.connect(Making::No)?;
        let access = Access::Change { lock_timeout: self.context.global.lock_timeout };
        self.context.terminal.doing(WAITING, None);
        let mut session = Session::begin(&mut connected.client, access)?;
        match self.decide(&self.answers.clone(), &mut session)? {
            Some(Outcome::Accepted(mut accepted)) if !accepted.changed.changed || self.proposal(&accepted) == shown => {
                // They were shown before.
                accepted.changed.warnings.clear();
                accepted.make(session, self.command.args, self.context).map(Confirmed::Made)
            }
            outcome => {
                session.roll_back();
                drop(connected);
                self.say_moved();
                self.after(outcome.map(worked_out)).map(Confirmed::Again)
            }
        }
    }

    /// What the command comes to with these answers; `None` where they no longer fit the mesh.
    fn look(&mut self, answers: &[Edit]) -> Result<Option<Outcome>, Failure> {
        let mut connected = self.context.connect(Making::No)?;
        let mut session = Session::begin(&mut connected.client, Access::Read)?;
        let outcome = self.decide(answers, &mut session);
        session.roll_back();
        drop(connected);
        Ok(outcome?.map(worked_out))
    }

    fn decide(&mut self, answers: &[Edit], session: &mut Session<'_>) -> Result<Option<Outcome>, Failure> {
        match self.command.decide(answers, session, self.context) {
            Err(failure) if failure.exit == Exit::Usage && !answers.is_empty() => Ok(None),
            outcome => outcome.map(Some),
        }
    }

    /// What is to be asked once the command came to this.
    fn after(&mut self, outcome: Option<Outcome>) -> Result<Now, Failure> {
        match outcome {
            Some(Outcome::Accepted(accepted)) => Ok(Now::Confirm(accepted)),
            Some(Outcome::Refused(refused)) if self.answers.is_empty() => {
                self.refused = *refused;
                Ok(self.choosing())
            }
            Some(Outcome::Refused(refused)) => match refused.choices().to_vec() {
                choices if choices.is_empty() => self.again(),
                choices => Ok(Now::Choose(self.set_apart(choices))),
            },
            None => self.again(),
        }
    }

    /// What was answered is of no use any more: from the beginning.
    fn again(&mut self) -> Result<Now, Failure> {
        self.answers.clear();
        let outcome = self.look(&[])?;
        match outcome {
            None => Ok(Now::Over),
            outcome => self.after(outcome),
        }
    }

    fn choosing(&self) -> Now {
        match self.refused.choices().to_vec() {
            choices if choices.is_empty() => Now::Over,
            choices => Now::Choose(self.set_apart(choices)),
        }
    }

    /// The choices, those that are to be made for each node by itself apart.
    fn set_apart(&self, choices: Vec<Choice>) -> Vec<Choice> {
        let is_apart = |choice: &Choice| choice.refusals.iter().any(|refusal| self.apart.contains(refusal.key()));
        choices.into_iter().flat_map(|choice| if is_apart(&choice) { choice.apart() } else { vec![choice] }).collect()
    }

    fn question(&self, choice: &Choice) -> Question {
        refusal::question(choice, self.context.terminal.error_style())
    }

    fn proposal(&self, accepted: &Accepted) -> String {
        proposed(&accepted.changed, self.context.terminal.error_style())
    }

    fn say_moved(&mut self) {
        self.context.terminal.tell("\nthe mesh has changed meanwhile: this is not what you were shown\n");
    }
}
